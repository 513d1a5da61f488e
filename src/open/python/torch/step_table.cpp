// The functions of torch and methods of tensors that a forward pass knows, as steps of functions of forward
// lines.
#include <algorithm>
#include <cmath>

#include "base/concat.h"
#include "base/ranges.h"
#include "layers/catalogue/catalogue.h"
#include "open/python/state/interpreter.h"
#include "open/python/torch/data_types.h"
#include "open/python/torch/steps.h"
#include "open/python/torch/torch.h"
#include "open/python/values/number_types.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {
namespace {

/// A call of a function of torch.
struct Call {
    ForwardPass& pass;
    std::string_view name;    ///< as the source has it
    std::string_view target;  ///< of forward lines
    bool is_like;             ///< its memory is not the target's
    Arguments& arguments;

    const Value* get(std::size_t position, std::string_view key) const {
        return arguments.get(position, key);
    }
    Value tensor(std::size_t position, std::string_view key = "") const {
        const Value* found = arguments.get(position, key);
        return found != nullptr && found->is(Type::Tensor) ? *found : Value::none();
    }
    /// The tensors among the arguments given, those at `positions` by name.
    std::vector<Value> tensors(std::initializer_list<std::string_view> names) const {
        std::vector<Value> found;
        std::size_t position = 0;
        for (const std::string_view key : names) {
            const Value each = tensor(position++, key);
            if (each.is(Type::Tensor)) found.push_back(each);
        }
        return found;
    }
    bool flag(std::size_t position, std::string_view key) const {
        const Value* found = arguments.get(position, key);
        return found != nullptr && decide(pass.evaluator(), *found) == Truth::True;
    }
    /// What says that a step is like the function, and not the function itself.
    SharedList<Argument> likeness() const {
        return is_like ? SharedList<Argument>{like(name)} : SharedList<Argument>{};
    }
    Value unknown() const { return pass.unknown_result(name); }
    /// Adds an argument of that name when it is given; false when it is not known.
    bool add(std::vector<Argument>* into, std::size_t position, std::string_view key) const {
        const Value* found = arguments.get(position, key);
        if (found == nullptr || found->is(Type::None)) return true;
        std::optional<Argument> made = pass.argument(std::string(key), *found);
        if (!made) return false;
        into->push_back(std::move(*made));
        return true;
    }
};

/// The share that torch.nn.functional.dropout drops where nothing is said.
constexpr double kUsualDropout = 0.5;

using Handler = Value (*)(const Call&);

/// True and False: how many a mask selects is not known.
Value mask(const Call& c) {
    const Value x = c.tensor(0, "input");
    return x.is(Type::Tensor) ? c.pass.compare("!=", x, Value::of(0)) : c.unknown();
}

/// The tensor itself: its copies, its conversions.
Value same(const Call& c) {
    return c.tensor(0, "input");
}

/// A tensor of the same shape by a step that does no work; what it is, if it has no step here.
Value reshaped_alike(const Call& c, std::string_view function, SharedList<Argument> arguments) {
    const Value x = c.tensor(0, "input");
    if (!x.is(Type::Tensor) || !x.tensor().is_shape_known) return x;
    const TensorObject& of = x.tensor();
    if (!of.is_floating || of.is_mask || of.routed != Routed::No || !of.data.empty()) return x;
    auto* const made = c.pass.evaluator().make<TensorObject>();
    *made = of;
    return c.pass.reshape(function, x, Value::of(Type::Tensor, made), std::move(arguments));
}

/// Another tensor of the same shape, for whose gradient nothing is kept: -x, and what is rounded or moved.
Value another(const Call& c) {
    return reshaped_alike(c, "scaled", c.likeness());
}

/// Another tensor whose gradient is that of x: x less its whole part.
Value shifted(const Call& c) {
    return reshaped_alike(c, "shifted", {});
}

/// What is left of a division: by a number, the gradient is that of x.
Value rest(const Call& c) {
    const Value x = c.tensor(0, "input"), divisor = c.tensor(1, "other");
    if (!x.is(Type::Tensor)) return c.unknown();
    return divisor.is(Type::Tensor) ? c.pass.apply("where", {x, divisor}, {like(c.name)}) : shifted(c);
}

/// The tensor itself, or a copy where it is a view whose numbers do not follow one another in memory.
Value packed(const Call& c) {
    const Value x = c.tensor(0, "input");
    return x.is(Type::Tensor) && c.pass.is_view(x) ? reshaped_alike(c, "contiguous", {}) : x;
}

/// The same numbers, through which no gradient goes.
Value detached(const Call& c) {
    return reshaped_alike(c, "detach", {});
}

/// x.normal_() keeps the shape of x; normal(0, 1, size=(3, 4)) makes a tensor.
Value drawn(const Call& c) {
    const Value x = c.tensor(0, "input");
    return x.is(Type::Tensor) ? x
                              : find_torch_function("normal")(c.pass.evaluator(), Value::none(), c.arguments);
}

Value elementwise(const Call& c) {
    const Value x = c.tensor(0, "input");
    if (!x.is(Type::Tensor)) return c.unknown();
    if (!x.tensor().is_shape_known) return x;
    const bool has_bounds =
        c.target == "clamp" && (c.tensor(1, "min").is(Type::Tensor) || c.tensor(2, "max").is(Type::Tensor));
    // By its name in aten.
    return has_bounds ? c.pass.apply(c.target, c.tensors({"input", "min", "max"}), {like("clamp.Tensor")})
                      : c.pass.apply(c.target, {x}, c.likeness());
}

/// pow(x, exponent): either may be a number, and tensors are broadcast.
Value power(const Call& c) {
    const Value x = c.tensor(0, "input"), exponent = c.tensor(1, "exponent");
    if (!x.is(Type::Tensor))
        return exponent.is(Type::Tensor) ? c.pass.apply("pow", {exponent}, {like("rpow")}) : c.unknown();
    return exponent.is(Type::Tensor) ? c.pass.binary("**", x, exponent) : elementwise(c);
}

/// masked_fill(x, mask, value): the mask is broadcast to x.
Value masked(const Call& c) {
    const Value x = c.tensor(0, "input"), mask = c.tensor(1, "mask");
    const bool are_known = x.is(Type::Tensor) && mask.is(Type::Tensor);
    if (are_known && !c.pass.expect_broadcast(x, mask)) return c.unknown();
    const bool has_shapes = are_known && x.tensor().is_shape_known && mask.tensor().is_shape_known;
    return has_shapes ? c.pass.apply("masked_fill", {x, mask}) : elementwise(c);
}

/// True and False as numbers with fractions.
Value numbers_of_mask(const Call& c, const Value& mask) {
    if (!has_fractions(converted_type(c.name, c.arguments)) || !mask.tensor().is_floating) return mask;
    const Value made = c.pass.apply("float32", {mask});
    if (made.is(Type::Tensor)) made.tensor().is_mask = false;
    return made;
}

/// A conversion to a type of 16 bits.
Value narrowed(const Call& c) {
    const Value x = c.tensor(0, "input");
    return x.is(Type::Tensor) && x.tensor().is_mask ? numbers_of_mask(c, x)
                                                    : reshaped_alike(c, "float16", {});
}

/// A conversion to float32, or from it to the type of the weights: with weights of 16 bits both make tensors.
Value converted(const Call& c) {
    const Value x = c.tensor(0, "input");
    if (!x.is(Type::Tensor)) return x;
    const TensorObject& tensor = x.tensor();
    if (!tensor.is_shape_known || tensor.routed != Routed::No) return x;
    if (tensor.is_mask) return numbers_of_mask(c, x);
    const std::uint8_t type = converted_type(c.name, c.arguments);
    const bool may_be_wide = tensor.data_type == kStatedFloat32 || tensor.data_type == kUnknownType;
    const bool may_be_narrow = tensor.data_type == kUnknownType || has_fractions(tensor.data_type);
    if (type == kStatedFloat32 && may_be_narrow) return c.pass.apply("float32", {x});
    if (type == kFloat32 && may_be_wide) return c.pass.apply("like_weights", {x});
    const bool is_other = has_fractions(type) && type != kStatedFloat32 && type != kFloat32;
    return is_other ? reshaped_alike(c, "scaled", {like(c.name)}) : x;
}

/// softmax(x, dim, dtype=torch.float32)
Value softmax(const Call& c) {
    const Value* type = c.arguments.find("dtype");
    const Value x = c.tensor(0, "input");
    const bool is_wide = type != nullptr && data_type_of(*type) == kStatedFloat32 && x.is(Type::Tensor) &&
                         x.tensor().is_shape_known && x.tensor().data_type == kFloat32;
    return is_wide ? c.pass.apply(c.target, {c.pass.apply("float32", {x})}) : elementwise(c);
}

/// True where a call says training=False or training=True itself: what else it says holds for this pass
/// alone.
bool says_training(const Call& c, std::string_view flag) {
    const Node* given = c.arguments.place == nullptr ? nullptr : c.arguments.place->child(Field::Arguments);
    return given != nullptr && any_of(given->children, [flag](const Node* each) {
               const Node *name = each->child(Field::Name), *value = each->child(Field::Value);
               return name != nullptr && value != nullptr && name->text == "training" && value->text == flag;
           });
}

/// True for a call that says training=True itself, or of torch.nn.functional and nothing of training: it
/// always drops.
bool always_trains(const Call& c) {
    constexpr std::size_t kPosition = 2;
    const Node* given = c.arguments.place == nullptr ? nullptr : c.arguments.place->child(Field::Arguments);
    if (given == nullptr || c.arguments.positional.size() > kPosition) return false;
    return given->text.find("training") == std::string_view::npos || says_training(c, "True");
}

/// dropout(x, p): written whether or not this pass drops, unless nothing ever is.
Value drop(const Call& c) {
    const Value x = c.tensor(0, "input");
    const Value* share = c.get(1, "p");
    const bool is_known = share == nullptr || share->is_number();
    const bool drops =
        !says_training(c, "False") && (share == nullptr || (share->is_number() && share->number() > 0));
    if (!x.is(Type::Tensor) || !x.tensor().is_shape_known || !is_known || !drops) return x;
    std::vector<Argument> given;
    given.push_back(*c.pass.argument("p", share != nullptr ? *share : Value::of(kUsualDropout)));
    if (c.name != "dropout") given.push_back(like(c.name));
    if (always_trains(c)) given.push_back(*c.pass.argument("training", Value::of(true)));
    return c.pass.apply("dropout", {x}, std::move(given));
}

/// A function of two numbers, div(5, 2, rounding_mode='trunc'): a number stands for the tensor without
/// dimensions.
Value operation_of_numbers(const Call& c, const Value& left, const Value& right) {
    const Value* rounding = c.arguments.find("rounding_mode");
    const bool is_rounded = rounding != nullptr && !rounding->is(Type::None);
    const bool is_known =
        left.is_number() && right.is_number() && (!is_rounded || (left.number() >= 0 && right.number() > 0));
    if (!is_known) return c.unknown();
    return python::binary(c.pass.evaluator(), is_rounded ? "//" : c.target, left, right);
}

Value operation(const Call& c) {
    const Value *left = c.get(0, "input"), *right = c.get(1, "other");
    if (left == nullptr || right == nullptr) return c.unknown();
    if (!left->is(Type::Tensor) && !right->is(Type::Tensor)) return operation_of_numbers(c, *left, *right);
    const Value* rounding = c.arguments.find("rounding_mode");
    const bool is_rounded = rounding != nullptr && !rounding->is(Type::None);
    // No gradient goes through what is rounded, and PyTorch keeps both all the same.
    if (is_rounded && left->is(Type::Tensor) && right->is(Type::Tensor))
        return c.pass.apply("where", {*left, *right}, {like("div.rounding")});
    return c.pass.binary(c.target, *left, *right);
}

/// other - input
Value operation_turned(const Call& c) {
    const Value *left = c.get(0, "input"), *right = c.get(1, "other");
    return left == nullptr || right == nullptr ? c.unknown() : c.pass.binary(c.target, *right, *left);
}

Value comparison(const Call& c) {
    const Value x = c.tensor(0, "input");
    const Value* other = c.get(1, "other");
    const std::string_view symbol = c.name == "eq" ? "==" : "";
    return x.is(Type::Tensor) && other != nullptr ? c.pass.compare(symbol, x, *other) : c.unknown();
}

/// True for float("inf") and "inf" as a number.
bool is_infinite(const Value* power) {
    return power != nullptr && power->is_number() && std::isinf(power->number());
}

Value reduction(const Call& c) {
    const Value x = c.tensor(0, "input");
    const std::size_t first = c.name.ends_with("norm") || c.name == "quantile" ? 2 : 1;
    const Value* dim = c.get(first, "dim");
    if (dim == nullptr) dim = c.arguments.find("axis");
    std::vector<Argument> given;
    if (dim != nullptr && !dim->is(Type::None)) {
        std::optional<Argument> made = c.pass.argument("dim", *dim);
        if (!made) return c.unknown();
        given.push_back(std::move(*made));
        const std::size_t second = c.name == "std" || c.name == "var" ? first + 2 : first + 1;
        if (c.flag(second, "keepdim") || c.flag(second, "keepdims"))
            given.push_back(*c.pass.argument("keepdim", Value::of(true)));
    }
    const bool has_indices = (c.name == "max" || c.name == "min" || c.name == "median") && dim != nullptr;
    if (c.is_like || (has_indices && c.name == "median")) given.push_back(like(c.name));
    if (first == 2 && is_infinite(c.get(1, c.name == "norm" ? "p" : "ord")))
        given.push_back(like("vector_norm.inf"));
    const Value result = c.pass.apply(has_indices ? "max" : c.target, {x}, std::move(given));
    return has_indices ? c.pass.evaluator().tuple({result, result}) : result;
}

Value extreme(const Call& c) {
    const Value other = c.tensor(1, "other");
    const bool is_of_two = c.name == "maximum" || c.name == "minimum";
    if (!other.is(Type::Tensor)) return is_of_two ? c.unknown() : reduction(c);
    return c.pass.apply(c.name.starts_with("max") ? "maximum" : "minimum", {c.tensor(0, "input"), other});
}

/// True unless a tensor has other than the number of dimensions that the function takes.
bool has_rank(const Call& c, const Value& tensor, std::size_t rank) {
    if (!tensor.is(Type::Tensor) || !tensor.tensor().is_shape_known) return true;
    if (tensor.tensor().shape.size() == rank) return true;
    c.pass.note_mismatch(message("python.unknown_method", {{"name", c.name}}));
    return false;
}

Value product(const Call& c) {
    const Value left = c.tensor(0, "input");
    const Value right = c.tensor(1, c.name == "mm" || c.name == "bmm" || c.name == "spmm" ? "mat2"
                                    : c.name == "mv"                                      ? "vec"
                                                                                          : "other");
    const std::size_t rank = c.name == "mm" ? 2 : c.name == "bmm" ? 3 : 0;
    if (rank > 0 && (!has_rank(c, left, rank) || !has_rank(c, right, rank))) return c.unknown();
    return c.pass.binary("@", left, right);
}

/// addmm(bias, a, b), baddbmm(bias, a, b): bias + a @ b.
Value sum_and_product(const Call& c) {
    const bool has_batch = c.name == "baddbmm";
    const Value a = c.tensor(1, has_batch ? "batch1" : "mat1"),
                b = c.tensor(2, has_batch ? "batch2" : "mat2");
    Arguments given;
    given.positional = {c.pass.binary("@", a, b), c.tensor(0, "input")};
    if (!given.positional[0].is(Type::Tensor)) return c.unknown();
    const auto sum = c.pass.call_function("add_", given);  // into the memory of the product
    return sum ? *sum : c.unknown();
}

Value weighted(const Call& c) {
    return c.pass.apply(c.target, c.tensors({"input", "weight", "bias"}));
}

Value convolve(const Call& c) {
    std::vector<Argument> given;
    const bool is_transposed = c.name.find("transpose") != std::string_view::npos;
    bool is_known = c.add(&given, 3, "stride") && c.add(&given, 4, "padding");
    if (is_transposed)
        is_known = is_known && c.add(&given, 5, "output_padding") && c.add(&given, 6, "groups") &&
                   c.add(&given, 7, "dilation");
    else
        is_known = is_known && c.add(&given, 5, "dilation") && c.add(&given, 6, "groups");
    return is_known ? c.pass.apply(c.target, c.tensors({"input", "weight", "bias"}), std::move(given))
                    : c.unknown();
}

/// Expects the sizes of a norm's weight where it scales the input: at its last dimensions, or at its
/// channels.
void expect_scaled(const Call& c, const Value& x, const std::vector<Value>& weight) {
    if (!x.is(Type::Tensor) || !x.tensor().is_shape_known) return;
    const std::vector<Value>& shape = x.tensor().shape;
    if (weight.size() > shape.size()) return;
    const bool is_last = c.name == "layer_norm" || c.name == "rms_norm";
    const std::size_t first = is_last ? shape.size() - weight.size() : 1;
    for (std::size_t i = 0; i < weight.size() && first + i < shape.size(); ++i)
        c.pass.expect_equal(shape[first + i], weight[i]);
}

Value normalize(const Call& c) {
    std::vector<Value> tensors = {c.tensor(0, "input")};
    const bool is_batch = c.name == "batch_norm" || c.name == "instance_norm";
    for (const auto& [position, key] :
         {std::pair<std::size_t, std::string_view>{is_batch ? 3 : 2, "weight"}, {is_batch ? 4 : 3, "bias"}}) {
        if (const Value each = c.tensor(position, key); each.is(Type::Tensor)) tensors.push_back(each);
    }
    if (tensors.size() > 1 && tensors[1].tensor().is_shape_known)
        expect_scaled(c, tensors[0], tensors[1].tensor().shape);
    std::vector<Argument> given;
    if (c.name == "group_norm" && !c.add(&given, 1, "num_groups")) return c.unknown();
    const Value* const sizes = c.name == "layer_norm" ? c.get(1, "normalized_shape") : nullptr;
    if (sizes != nullptr && (sizes->is(Type::Tuple) || sizes->is(Type::List)) && sizes->items().size() > 1)
        given.push_back(*c.pass.argument("dims", Value::of(sizes->items().size())));
    return c.pass.apply(c.target, tensors, std::move(given));
}

/// normalize(x, p, dim): by the norms of rows, unless it says otherwise.
Value normalize_rows(const Call& c) {
    const Value x = c.tensor(0, "input");
    const Value* const dim = c.get(2, "dim");
    const bool is_known = x.is(Type::Tensor) && x.tensor().is_shape_known &&
                          (dim == nullptr || dim->is_whole()) && !x.tensor().shape.empty();
    if (!is_known) return elementwise(c);
    const auto rank = static_cast<Integer>(x.tensor().shape.size());
    const Integer at = dim == nullptr ? 1 : dim->whole();
    if (at == -1 || at == rank - 1) return elementwise(c);
    return c.pass.apply("normalize", {x}, {*c.pass.argument("dim", Value::of(at))});
}

/// Causal attention keeps keys and values for tokens to come, unless a cache does.
Value attention(const Call& c) {
    std::vector<Argument> given;
    if (!c.flag(5, "is_causal") || c.pass.has_cache)
        given.push_back(*c.pass.argument("cached", Value::of(0)));
    const Value* const share = c.get(4, "dropout_p");
    if (share != nullptr && share->is_number() && share->number() > 0)
        given.push_back(*c.pass.argument("dropout", *share));
    const std::vector<Value> tensors = c.tensors({"query", "key", "value"});
    const bool have_widths = tensors.size() == 3 && are_shapes_known(tensors) &&
                             !tensors[0].tensor().shape.empty() && !tensors[1].tensor().shape.empty();
    if (have_widths) c.pass.expect_equal(tensors[0].tensor().shape.back(), tensors[1].tensor().shape.back());
    return c.pass.apply("attention", tensors, std::move(given));
}

/// What a cache keeps of a sequence, as the libraries' texts say.
Value kept(const Call& c) {
    const Value x = c.tensor(0, "input");
    c.pass.has_cache = true;
    return x.is(Type::Tensor) ? c.pass.apply(c.target, {x}) : c.unknown();
}

Value einsum(const Call& c) {
    const Value* equation = c.get(0, "equation");
    if (equation == nullptr || !equation->is(Type::Str)) return c.unknown();
    std::vector<Value> tensors;
    for (std::size_t i = 1; i < c.arguments.positional.size(); ++i)
        collect_tensors(c.arguments.positional[i], tensors);
    return c.pass.apply("einsum", tensors, {*c.pass.argument("equation", *equation)});
}

Value join(const Call& c) {
    const Value* list = c.get(0, "tensors");
    std::vector<Value> tensors;
    if (list != nullptr) collect_tensors(*list, tensors);
    const bool is_list = list != nullptr && (list->is(Type::List) || list->is(Type::Tuple));
    if (!is_list || tensors.empty() || tensors.size() != list->items().size()) return c.unknown();
    c.pass.evaluator().decisions.decide_by(list->as<Sequence>().length);
    const Value* dim = c.get(1, "dim");
    if (dim == nullptr) dim = c.arguments.find("axis");
    std::vector<Argument> given;
    given.push_back(*c.pass.argument("dim", dim != nullptr && dim->is_whole() ? *dim : Value::of(0)));
    return c.pass.apply(c.target, tensors, std::move(given));
}

/// A layer without parameters as a function: max_pool2d, interpolate, pixel_shuffle.
Value layer(const Call& c) {
    const FoundLayer found = find_layer(c.target);
    const Value x = c.tensor(0, "input");
    if (found.signature == nullptr || !x.is(Type::Tensor)) return c.unknown();
    std::vector<Argument> given;
    std::size_t position = 1;
    for (const Argument& parameter : *found.signature) {
        const std::string_view key = parameter_name(parameter);
        if (key == "inplace" || key == "align_corners" || key == "return_indices") {
            position += key == "return_indices" ? 0U : 1U;
            continue;
        }
        if (!c.add(&given, position++, key)) return c.unknown();
    }
    const Value result = c.pass.apply_layer(c.target, {x}, std::move(given));
    const bool is_adaptive = c.name.starts_with("adaptive_max");
    const bool gives_indices =
        c.name.ends_with("_with_indices") ||
        (c.name.find("max_pool") != std::string_view::npos && c.flag(is_adaptive ? 2 : 6, "return_indices"));
    return gives_indices ? c.pass.evaluator().tuple({result, result}) : result;
}

Value choose(const Call& c) {
    if (c.arguments.positional.size() < 3) return c.unknown();
    return c.pass.apply("where", c.tensors({"condition", "input", "other"}));
}

Value interpolated(const Call& c) {
    return c.pass.apply("lerp", c.tensors({"input", "end", "weight"}));
}

/// A function of tensors that are broadcast: addcmul(x, a, b), logaddexp(x, y).
Value broadcast(const Call& c) {
    return c.pass.apply(
        c.target,
        c.target == "logaddexp" ? c.tensors({"input", "other"}) : c.tensors({"input", "tensor1", "tensor2"}),
        c.likeness());
}

/// The shape of the argument at position 1: expand_as, view_as.
Value shaped_as(const Call& c) {
    const Value x = c.tensor(0, "input"), other = c.tensor(1, "other");
    if (!other.is(Type::Tensor) || !other.tensor().is_shape_known) return c.unknown();
    if (c.name == "expand_as") c.pass.expect_expands(x, other);
    return c.pass.resize(x, c.pass.sized(other.tensor().shape));
}

Value made_as_second(const Call& c) {
    const bool has_dim_last = c.name == "take_along_dim";
    const Value x = c.tensor(0, "input"),
                index = has_dim_last ? c.tensor(1, "indices") : c.tensor(2, "index");
    if (!index.is(Type::Tensor) || !index.tensor().is_shape_known) return c.unknown();
    return c.pass.resize(x, c.pass.sized(index.tensor().shape), "gather");
}

/// A tensor of complex numbers as pairs of real ones, or the other way round.
Value complex_view(const Call& c) {
    const Value x = c.tensor(0, "input");
    if (!x.is(Type::Tensor) || !x.tensor().is_shape_known) return c.unknown();
    std::vector<Value> shape = x.tensor().shape;
    if (c.name == "view_as_real")
        shape.push_back(Value::of(2));
    else if (!shape.empty())
        shape.pop_back();
    return c.pass.resize(x, c.pass.sized(std::move(shape)));
}

Value similarity(const Call& c) {
    std::vector<Argument> given;
    if (!c.add(&given, 2, "dim")) return c.unknown();
    return c.pass.apply_layer("CosineSimilarity", {c.tensor(0, "x1"), c.tensor(1, "x2")}, std::move(given));
}

/// A loss: a number, or one for each element where it is not reduced. Cross-entropy is of logarithms, which
/// are a step of their own.
Value loss(const Call& c) {
    const Value* reduction = c.arguments.find("reduction");
    const bool is_reduced = reduction == nullptr || (reduction->is(Type::Str) && reduction->str() != "none");
    constexpr std::string_view kOfElements[] = {"mse_loss",         "l1_loss",
                                                "smooth_l1_loss",   "huber_loss",
                                                "kl_div",           "binary_cross_entropy",
                                                "poisson_nll_loss", "binary_cross_entropy_with_logits",
                                                "soft_margin_loss"};
    Value x = c.tensor(0, "input");
    const Value target = c.tensor(1, "target");
    const bool is_known = x.is(Type::Tensor) && x.tensor().is_shape_known;
    if (!is_reduced) {
        const bool is_of_elements = contains(kOfElements, c.name) && is_known && target.is(Type::Tensor);
        return is_of_elements ? c.pass.apply("where", {x, target}, {like(c.name)}) : c.unknown();
    }
    if (!is_known) return c.pass.sized({});
    const bool has_target = target.is(Type::Tensor) && target.tensor().is_shape_known;
    // Probabilities as the target are multiplied.
    const bool is_of_numbers = !has_target || target.tensor().shape.size() < x.tensor().shape.size();
    const bool is_like = c.name == "cross_entropy" || c.name == "nll_loss" ? !is_of_numbers : true;
    const bool has_log_target = c.name == "kl_div" && c.flag(5, "log_target");
    SharedList<Argument> likeness =
        is_like ? SharedList<Argument>{like(has_log_target ? "kl_div(log_target=True)" : c.name)}
                : SharedList<Argument>{};
    if (c.name == "cross_entropy") x = c.pass.apply("log_softmax", {x});
    return has_target ? c.pass.apply("loss", {x, target}, std::move(likeness))
                      : c.pass.apply("loss", {x}, std::move(likeness));
}

/// A number of 8 bytes for each of a tensor's, through which no gradient goes.
Value indices_like(const Call& c, const Value& x) {
    if (!x.is(Type::Tensor) || !x.tensor().is_shape_known) return x.is(Type::Tensor) ? x : c.unknown();
    const Value made = c.pass.apply("indices", {x});
    if (made.is(Type::Tensor)) made.tensor().is_floating = false;
    return made;
}

/// argsort(x), bucketize(x, bounds)
Value indices(const Call& c) {
    return indices_like(c, c.tensor(0, "input"));
}

/// Of the second argument's shape: searchsorted(sorted, values).
Value indices_of_second(const Call& c) {
    return indices_like(c, c.tensor(1, "input"));
}

/// scatter(x, dim, index, src), index_add(x, dim, index, source) and the like: of the shape of x.
Value scattered(const Call& c) {
    std::vector<Value> tensors = {c.tensor(0, "input"), c.tensor(2, "index")};
    const Value source = c.tensor(3, c.name.starts_with("scatter") ? "src" : "source");
    if (!tensors[0].is(Type::Tensor)) return c.unknown();
    if (!tensors[0].tensor().is_shape_known) return tensors[0];
    if (!tensors[1].is(Type::Tensor)) return another(c);
    if (source.is(Type::Tensor)) tensors.push_back(source);
    return c.pass.apply(c.target, tensors);
}

/// What a text of a library says that a function of PyTorch makes of one tensor or two: a tensor of these
/// sizes, of which only that function knows how it is made.
Value made(const Call& c) {
    const Value *name = c.get(2, "name"), *sizes = c.get(3, "sizes");
    const Value x = c.tensor(0, "input"), other = c.tensor(1, "other");
    if (name == nullptr || !name->is(Type::Str) || sizes == nullptr || !x.is(Type::Tensor))
        return c.unknown();
    std::optional<Argument> size = c.pass.argument("size", *sizes);
    if (!size) return c.unknown();
    c.pass.note_symbols({*size});
    std::vector<Value> tensors = {x};
    if (other.is(Type::Tensor)) tensors.push_back(other);
    return c.pass.apply("made", tensors, {std::move(*size), like(name->str())});
}

Value sorted(const Call& c) {
    const Value values = elementwise(c);
    return c.pass.evaluator().tuple({values, values});
}

/// x.new_zeros(sizes), x.new_full(sizes, value).
Value new_tensor(const Call& c) {
    Arguments rest;
    const bool has_value = c.name == "new_full" && c.arguments.find("fill_value") == nullptr;
    const std::size_t end = c.arguments.positional.size() - (has_value ? 1 : 0);
    for (std::size_t i = 1; i < end; ++i) rest.positional.push_back(c.arguments.positional[i]);
    return find_torch_function("zeros")(c.pass.evaluator(), Value::none(), rest);
}

struct OperationRow {
    std::string_view name;
    Handler handler;
    std::string_view target = {};
    bool is_like = false;  ///< what it keeps and makes is its own: the step says its name
};

constexpr OperationRow kOperations[] = {
    // Element-wise
    {"relu", elementwise},
    {"relu6", elementwise},
    {"gelu", elementwise},
    {"silu", elementwise},
    {"mish", elementwise},
    {"elu", elementwise},
    {"leaky_relu", elementwise},
    {"hardswish", elementwise},
    {"hardsigmoid", elementwise},
    {"sigmoid", elementwise},
    {"tanh", elementwise},
    {"softplus", elementwise},
    {"softmax", softmax},
    {"log_softmax", softmax},
    {"normalize", normalize_rows},
    {"exp", elementwise},
    {"sqrt", elementwise},
    {"abs", elementwise},
    {"log", elementwise},
    {"sin", elementwise},
    {"sinc", elementwise, "sin", true},
    {"cos", elementwise},
    {"pow", power},
    {"clamp", elementwise},
    {"masked_fill", masked},
    {"square", elementwise, "pow"},
    {"rsqrt", elementwise},
    {"logsigmoid", elementwise},
    {"hardtanh", elementwise, "clamp", true},
    {"selu", elementwise, "elu"},
    {"log1p", elementwise},
    {"log2", elementwise, "log1p"},
    {"clip", elementwise, "clamp"},
    {"erf", elementwise},
    {"clamp_min", elementwise, "clamp"},
    {"reciprocal", elementwise},
    {"softmin", elementwise},
    {"prelu", elementwise},
    {"tanhshrink", elementwise},
    {"softsign", elementwise},
    {"celu", elementwise, "elu"},
    {"expm1", elementwise},
    {"atan", elementwise, "sin", true},
    {"entr", elementwise, "log", true},
    {"ndtr", elementwise, "erf", true},
    {"log_ndtr", elementwise, "erf", true},
    {"erfcx", elementwise, "erf", true},
    {"i0", elementwise, "exp", true},
    {"i0e", elementwise, "exp", true},
    {"i1", elementwise, "exp", true},
    {"i1e", elementwise, "exp", true},
    {"psi", elementwise, "log", true},
    {"gammaln", elementwise, "log", true},
    {"logit", elementwise, "log"},
    {"threshold", elementwise},
    {"hardshrink", elementwise},
    {"softshrink", elementwise},
    {"rrelu", elementwise},
    {"absolute", elementwise, "abs"},
    {"clamp_max", elementwise, "clamp"},
    {"float_power", elementwise, "pow", true},
    {"exp2", elementwise, "expm1", true},
    {"expit", elementwise, "sigmoid"},
    {"log10", elementwise, "log1p"},
    {"lgamma", elementwise, "log", true},
    {"digamma", elementwise, "log", true},
    {"erfc", elementwise, "erf"},
    {"erfinv", elementwise, "erf"},
    {"tan", elementwise, "tanh", true},
    {"sinh", elementwise, "sin", true},
    {"cosh", elementwise, "sin", true},
    {"asin", elementwise, "sin", true},
    {"acos", elementwise, "sin", true},
    {"arcsin", elementwise, "sin", true},
    {"arccos", elementwise, "sin", true},
    {"arctan", elementwise, "sin", true},
    {"asinh", elementwise, "sin", true},
    {"acosh", elementwise, "sin", true},
    {"atanh", elementwise, "sin", true},
    // Without work
    {"dropout", drop},
    {"dropout1d", drop},
    {"dropout2d", drop},
    {"dropout3d", drop},
    {"alpha_dropout", drop},
    {"feature_dropout", drop},
    {"clone", another},
    {"detach", detached},
    {"contiguous", packed},
    {"to", converted},
    {"float", converted},
    {"half", narrowed},
    {"bfloat16", narrowed},
    {"double", another, "", true},
    {"long", same},
    {"int", same},
    {"bool", mask},
    {"byte", mask},
    {"short", same},
    {"astype", same},
    {"cuda", same},
    {"cpu", same},
    {"type", converted},
    {"type_as", converted},
    {"neg", another},
    {"negative", another},
    {"deg2rad", another},
    {"rad2deg", another},
    {"positive", same},
    {"sign", another},
    {"floor", another},
    {"ceil", another},
    {"round", another},
    {"sgn", another, "", true},
    {"trunc", another},
    {"fix", another},
    {"frac", shifted},
    {"fmod", rest},
    {"remainder", rest},
    {"roll", another},
    {"flip", another},
    {"fliplr", another},
    {"flipud", another},
    {"tril", another},
    {"triu", another},
    {"cumsum", another, "", true},
    {"cumprod", another, "", true},
    {"logcumsumexp", another, "", true},
    {"requires_grad_", same},
    {"logical_not", mask},
    {"nan_to_num", elementwise},
    {"isnan", mask},
    {"isinf", mask},
    {"fill_diagonal", same},
    {"retain_grad", same},
    {"index_fill", scattered, "scatter"},
    {"scatter", scattered, "scatter"},
    {"scatter_add", scattered, "scatter"},
    {"index_add", scattered, "index_add"},
    {"index_copy", scattered, "index_add"},
    {"masked_scatter", another, "", true},
    {"copy", same},
    {"fill", same},
    {"zero", same},
    {"detach_", detached},
    {"argsort", indices},
    {"data", detached},
    {"bitwise_not", mask},
    {"logical_and", operation, "&"},
    {"logical_or", operation, "|"},
    {"logical_xor", operation, "^"},
    {"bitwise_and", operation, "&"},
    {"bitwise_or", operation, "|"},
    {"bitwise_xor", operation, "^"},
    {"channel_shuffle", same},
    {"native_channel_shuffle", same},
    {"feature_alpha_dropout", drop},
    {"bucketize", indices},
    {"searchsorted", indices_of_second},
    {"uniform", same},
    {"normal", drawn},
    {"bernoulli", same},
    {"sort", sorted},
    {"cummax", sorted},
    {"cummin", sorted, "cummax"},
    // Two tensors
    {"add", operation, "+"},
    {"sub", operation, "-"},
    {"subtract", operation, "-"},
    {"rsub", operation_turned, "-"},
    {"mul", operation, "*"},
    {"multiply", operation, "*"},
    {"div", operation, "/"},
    {"divide", operation, "/"},
    {"true_divide", operation, "/"},
    {"eq", comparison},
    {"ne", comparison},
    {"lt", comparison},
    {"le", comparison},
    {"gt", comparison},
    {"greater", comparison},
    {"greater_equal", comparison},
    {"less", comparison},
    {"less_equal", comparison},
    {"not_equal", comparison},
    {"ge", comparison},
    {"matmul", product},
    {"bmm", product},
    {"mm", product},
    {"mv", product},
    {"spmm", product},
    {"dot", product},
    {"addmm", sum_and_product},
    {"baddbmm", sum_and_product},
    {"maximum", extreme},
    {"minimum", extreme},
    {"where", choose},
    {"lerp", interpolated},
    {"addcmul", broadcast},
    {"addcdiv", broadcast},
    {"logaddexp", broadcast},
    {"fmax", broadcast, "logaddexp", true},
    {"fmin", broadcast, "logaddexp", true},
    {"atan2", broadcast, "logaddexp", true},
    {"hypot", broadcast, "logaddexp", true},
    {"xlogy", broadcast, "logaddexp", true},
    {"xlog1py", broadcast, "logaddexp", true},
    {"logaddexp2", broadcast, "logaddexp", true},
    {"copysign", broadcast, "logaddexp", true},
    {"einsum", einsum},
    {"scaled_dot_product_attention", attention},
    {"_keep_tokens", kept, "cache"},
    {"_keep_state", kept, "state"},
    {"_made", made},
    // Reductions
    {"mean", reduction, "mean"},
    {"sum", reduction, "sum"},
    {"amax", reduction, "amax"},
    {"amin", reduction, "amax"},
    {"std", reduction, "std"},
    {"var", reduction, "var"},
    {"norm", reduction, "vector_norm"},
    {"vector_norm", reduction, "vector_norm"},
    {"logsumexp", reduction, "logsumexp"},
    {"argmax", reduction, "argmax"},
    {"argmin", reduction, "argmax"},
    {"prod", reduction, "prod"},
    {"any", reduction, "any"},
    {"all", reduction, "any"},
    {"max", extreme, "amax"},
    {"min", extreme, "amax"},
    {"median", reduction, "amax"},
    {"nansum", reduction, "sum", true},
    {"count_nonzero", reduction, "argmax"},
    // With weights
    {"linear", weighted},
    {"embedding", weighted},
    {"conv1d", convolve},
    {"conv2d", convolve},
    {"conv3d", convolve},
    {"conv_transpose1d", convolve},
    {"conv_transpose2d", convolve},
    {"conv_transpose3d", convolve},
    {"layer_norm", normalize},
    {"batch_norm", normalize},
    {"group_norm", normalize},
    {"instance_norm", normalize},
    {"rms_norm", normalize},
    // Layers without parameters
    {"max_pool1d", layer, "MaxPool1d"},
    {"max_pool2d", layer, "MaxPool2d"},
    {"max_pool3d", layer, "MaxPool3d"},
    {"max_pool1d_with_indices", layer, "MaxPool1d"},
    {"max_pool2d_with_indices", layer, "MaxPool2d"},
    {"max_pool3d_with_indices", layer, "MaxPool3d"},
    {"avg_pool1d", layer, "AvgPool1d"},
    {"avg_pool2d", layer, "AvgPool2d"},
    {"avg_pool3d", layer, "AvgPool3d"},
    {"adaptive_avg_pool1d", layer, "AdaptiveAvgPool1d"},
    {"adaptive_avg_pool2d", layer, "AdaptiveAvgPool2d"},
    {"adaptive_avg_pool3d", layer, "AdaptiveAvgPool3d"},
    {"adaptive_max_pool1d", layer, "AdaptiveMaxPool1d"},
    {"adaptive_max_pool2d", layer, "AdaptiveMaxPool2d"},
    {"adaptive_max_pool3d", layer, "AdaptiveMaxPool3d"},
    {"interpolate", layer, "Upsample"},
    {"upsample", layer, "Upsample"},
    {"pixel_shuffle", layer, "PixelShuffle"},
    {"pixel_unshuffle", layer, "PixelUnshuffle"},
    {"unfold", layer, "Unfold"},
    {"fold", layer, "Fold"},
    {"glu", layer, "GLU"},
    // Shapes
    {"cat", join, "cat"},
    {"concat", join, "cat"},
    {"concatenate", join, "cat"},
    {"stack", join, "stack"},
    {"view_as_complex", complex_view},
    {"view_as_real", complex_view},
    {"expand_as", shaped_as},
    {"view_as", shaped_as},
    {"reshape_as", shaped_as},
    {"gather", made_as_second},
    {"take_along_dim", made_as_second},
    {"new_zeros", new_tensor},
    {"new_ones", new_tensor},
    {"new_empty", new_tensor},
    {"new_full", new_tensor},
    {"cosine_similarity", similarity},
    // Losses
    {"cross_entropy", loss},
    {"mse_loss", loss},
    {"binary_cross_entropy", loss},
    {"l1_loss", loss},
    {"binary_cross_entropy_with_logits", loss},
    {"nll_loss", loss},
    {"smooth_l1_loss", loss},
    {"kl_div", loss},
    {"huber_loss", loss},
    {"poisson_nll_loss", loss},
    {"soft_margin_loss", loss},
    {"ctc_loss", loss},
    {"multi_margin_loss", loss},
    {"multilabel_margin_loss", loss},
    {"triplet_margin_with_distance_loss", loss},
};

/// True for a function whose result has the shape of its first argument, whatever the others are.
bool gives_shape_of_first(Handler handler) {
    constexpr Handler kHandlers[] = {same,     packed,      another,   shifted,
                                     detached, elementwise, converted, softmax};
    return contains(kHandlers, handler);
}

/// The row of a function; nullptr for none.
const OperationRow* find_operation(std::string_view name) {
    const auto* row = std::find_if(std::begin(kOperations), std::end(kOperations),
                                   [&](const OperationRow& each) { return each.name == name; });
    return row != std::end(kOperations) ? row : nullptr;
}

}  // namespace

bool is_table_function(std::string_view name) {
    return find_operation(name) != nullptr;
}

bool keeps_shape(std::string_view name) {
    const OperationRow* row = find_operation(name);
    return row != nullptr && (gives_shape_of_first(row->handler) || row->handler == mask);
}

std::optional<Value> table_function(ForwardPass& pass, std::string_view name, Arguments& arguments) {
    const OperationRow* row = find_operation(name);
    if (row == nullptr) return std::nullopt;
    for (const Value& each : arguments.positional) {
        if (each.is_unknown() && !gives_shape_of_first(row->handler))
            return tensor_of_unknown_shape(pass.evaluator(), each);
    }
    const bool has_tensor = !arguments.positional.empty() && arguments.positional[0].is(Type::Tensor);
    if (const Value* named = arguments.find("input"); named != nullptr && !has_tensor)
        arguments.positional.insert(arguments.positional.begin(), *named);
    return row->handler(
        Call{pass, name, row->target.empty() ? row->name : row->target, row->is_like, arguments});
}

}  // namespace paramscope::open::python
