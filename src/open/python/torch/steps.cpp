// Functions of torch and methods of tensors in a forward pass, as steps of functions of forward lines.

#include "open/python/torch/steps.h"

#include <algorithm>

#include "base/concat.h"
#include "base/ranges.h"
#include "open/python/state/interpreter.h"
#include "open/python/torch/torch.h"
#include "open/python/trace/forward.h"

namespace paramscope::open::python {
namespace {

/// Functions that only change the shape, and are the same in forward lines.
bool is_rearrangement(std::string_view name) {
    constexpr std::string_view kNames[] = {"transpose", "swapaxes",  "swapdims", "permute",
                                           "flatten",   "unsqueeze", "squeeze"};
    return contains(kNames, name);
}

/// The function of forward lines for what is put into the memory that there is.
constexpr std::string_view kInPlace = "inplace";

/// The tensor with other numbers.
Value without_bound(Evaluator& e, const Value& tensor) {
    if (!tensor.tensor().bound.is_whole()) return tensor;
    auto* copy = e.make<TensorObject>();
    *copy = tensor.tensor();
    copy->bound = {};
    return Value::of(Type::Tensor, copy);
}

constexpr std::string_view kShapes[] = {"view", "reshape", "t", "repeat", "tile", "expand"};

/// True where an operation of a frame made numbers that fit into the memory of a tensor.
bool has_own_numbers(std::size_t frame, const Value& changed, const Value& made) {
    if (!changed.is(Type::Tensor) || !made.is(Type::Tensor)) return false;
    const TensorObject &to = changed.tensor(), &from = made.tensor();
    const bool are_of_frame = to.origin.frame == frame && from.origin.frame == frame && !from.origin.is_input;
    const bool has_step = to.origin.is_input || to.origin.index != from.origin.index;
    const bool are_numbers =
        to.is_floating && from.is_floating && !from.is_mask && from.routed == Routed::No && from.data.empty();
    return are_of_frame && has_step && are_numbers && to.is_shape_known && from.is_shape_known &&
           std::equal(to.shape.begin(), to.shape.end(), from.shape.begin(), from.shape.end(),
                      [](const Value& a, const Value& b) { return a.whole() == b.whole(); });
}

Value copy_of(Evaluator& e, const Value& tensor) {
    auto* const copy = e.make<TensorObject>();
    *copy = tensor.tensor();
    return Value::of(Type::Tensor, copy);
}

/// True for F.relu(x, inplace=True), and for F.relu(x, True).
bool says_in_place(std::string_view name, const Arguments& arguments) {
    constexpr std::string_view kSecond[] = {"relu", "relu6", "silu", "mish", "selu", "hardswish"};
    const Value* flag = arguments.find("inplace");
    if (flag == nullptr && contains(kSecond, name) && arguments.positional.size() > 1)
        flag = &arguments.positional[1];
    return flag != nullptr && flag->is(Type::Bool) && flag->boolean;
}

}  // namespace

Argument like(std::string_view name) {
    Argument made;
    made.name = "function";
    made.value = paramscope::Value::of_string(std::string(name));
    return made;
}

bool takes_tensors(const Arguments& arguments) {
    std::vector<Value> tensors;
    for (const Value& each : arguments.positional) {
        collect_tensors(each, tensors);
        if (each.is_unknown() || (each.is(Type::Instance) && each.instance().module != nullptr)) return true;
    }
    for (const auto& [name, each] : arguments.named) collect_tensors(each, tensors);
    return !tensors.empty();
}

/// The step that made a tensor; nullptr for what is made elsewhere.
static ForwardStep* step_behind(ForwardFrame& frame, const Value& tensor) {
    if (!tensor.is(Type::Tensor)) return nullptr;
    const TensorOrigin& origin = tensor.tensor().origin;
    return origin.frame == frame.number && !origin.is_input ? &frame.steps[origin.index] : nullptr;
}

Value ForwardPass::resembling(std::string_view function, const Value& result) {
    ForwardStep* const step = frames_.empty() ? nullptr : step_behind(frame(), result);
    const bool is_said = step != nullptr && find_by(step->arguments, &Argument::name, "function") != nullptr;
    if (step != nullptr && !is_said) step->arguments.edit().push_back(like(function));
    return result;
}

Value ForwardPass::recomputed(const Value& called, const Value& result) {
    std::vector<Value> tensors;
    collect_tensors(result, tensors);
    ForwardStep* const step =
        frames_.empty() || tensors.empty() ? nullptr : step_behind(frame(), tensors.front());
    const bool is_call = step != nullptr && called.is(Type::Instance) && step->target == &called.instance();
    if (!is_call) return resembling("checkpoint", result);
    step->arguments.edit().push_back(*argument("recompute", Value::of(true)));
    return result;
}

bool ForwardPass::is_view(const Value& tensor) {
    constexpr std::string_view kViews[] = {"transpose", "permute", "resize", "slice", "select", "chunk"};
    const ForwardStep* const step = step_behind(frame(), tensor);
    return step != nullptr && contains(kViews, step->function);
}

std::optional<Value> ForwardPass::call_opaque(const std::string& name, python::Arguments& arguments) {
    if (name.ends_with("checkpoint.checkpoint") && !arguments.positional.empty()) {
        const Value called = arguments.positional.front();
        arguments.positional.erase(arguments.positional.begin());
        std::erase_if(arguments.named, [](const auto& each) { return each.first == "use_reentrant"; });
        const Value result = call(evaluator_, called, arguments);
        return recomputed(called, result);
    }
    if (!name.starts_with("torch.") || !takes_tensors(arguments)) return std::nullopt;
    if (const auto result = call_function(name.substr(name.rfind('.') + 1), arguments)) return result;
    return tensor_of_unknown_shape(evaluator_,
                                   evaluator_.unknown(message("python.unknown_call", {{"type", name}})));
}

std::optional<Value> ForwardPass::call_function(std::string_view name, python::Arguments& arguments) {
    if (frames_.empty() || !evaluator_.step()) return std::nullopt;
    if (name == "detach_" || !(is_in_place(name) || says_in_place(name, arguments)))
        return step_of(name, arguments);
    if (is_in_place(name)) name.remove_suffix(1);
    const Value changed = arguments.positional.empty() ? Value::none() : arguments.positional[0];
    const Value copied =
        name == "copy" && arguments.positional.size() > 1 ? arguments.positional[1] : Value::none();
    expect_expands(copied, changed);
    put(changed, copied);
    const std::optional<Value> result = step_of(name, arguments);
    if (!result || is_rearrangement(name) || contains(kShapes, name)) return result;
    expect_expands(*result, changed);
    python::Arguments given;
    given.positional = {changed, *result};
    return step_of(kInPlace, given);
}

void ForwardPass::put(const Value& into, const Value& numbers) {
    if (frames_.empty() || !into.is(Type::Tensor) || !numbers.is(Type::Tensor)) return;
    TensorObject& changed = into.tensor();
    const auto has_numbers = [](const TensorObject& tensor) {
        return tensor.is_shape_known && tensor.is_floating && !tensor.is_mask && !tensor.is_parameter &&
               tensor.routed == Routed::No && tensor.data.empty();
    };
    if (frame().tensor_names.contains(into.object)) return;  // a buffer is there for all calls
    const bool is_made_here = numbers.tensor().origin.frame == frame().number;
    if (!has_numbers(changed) || !has_numbers(numbers.tensor()) || !is_made_here) return;
    const Value made = apply("put", {into, numbers});
    if (made.is(Type::Tensor)) changed.origin = made.tensor().origin;
}

std::optional<Value> ForwardPass::step_of(std::string_view name, python::Arguments& arguments) {
    const bool has_tensor = !arguments.positional.empty() && arguments.positional[0].is(Type::Tensor);
    if (has_tensor && is_probing && arguments.positional[0].tensor().origin.unshaped_input &&
        !arguments.positional[0].tensor().is_shape_known) {
        if (const auto probed = probe_function(name, arguments)) return probed;
    }
    if (name == kInPlace && has_tensor) {
        const Value &changed = arguments.positional[0], &made = arguments.positional[1];
        if (!has_own_numbers(frame().number, changed, made)) return made;
        const Value placed = reshape(kInPlace, made, copy_of(evaluator_, made));
        changed.tensor().origin = placed.tensor().origin;  // also where the code names it again
        return placed;
    }
    if (const auto found = routing_function(*this, name, arguments)) return found;
    if (const auto found = table_function(*this, name, arguments)) return found;
    if (name.starts_with("einops.")) return einops_function(*this, name.substr(7), arguments);
    if (const auto found = shape_function(*this, name, arguments)) return found;
    if (const auto found = fourier_function(*this, name, arguments)) return found;
    const BuiltinFunction function = find_torch_function(name);
    if (function == nullptr) return std::nullopt;
    const Value from = has_tensor ? arguments.positional[0] : Value::none();
    const Value result = function(evaluator_, Value::none(), arguments);
    if (!has_tensor || !result.is(Type::Tensor) || !result.tensor().is_shape_known) return result;
    if (is_rearrangement(name) || contains(kShapes, name)) result.tensor().bound = from.tensor().bound;
    if (is_rearrangement(name)) {
        std::vector<Argument> given;
        bool is_known = true;
        for (std::size_t i = 1; i < arguments.positional.size(); ++i) {
            std::optional<Argument> made = argument("", arguments.positional[i]);
            is_known = is_known && made;
            if (made) given.push_back(std::move(*made));
        }
        const bool is_plain = arguments.named.empty() && is_known && !(name == "squeeze" && given.empty());
        const bool is_swapped = name == "swapaxes" || name == "swapdims";
        return is_plain ? reshape(is_swapped ? "transpose" : name, from, result, std::move(given))
                        : resize(from, result);
    }
    if (contains(kShapes, name)) {
        const bool keeps_elements = name == "view" || name == "reshape";
        const bool repeats = name == "repeat" || name == "tile";
        return keeps_elements ? reshaped(from, result, arguments)
                              : resize(from, result, repeats ? "repeat" : "resize");
    }
    const bool depends = from.tensor().origin.frame == frame().number && from.tensor().is_floating &&
                         !from.tensor().is_mask && !name.ends_with("_like") && !name.starts_with("new");
    return depends ? resembling(name, resize(from, result, "repeat")) : result;
}

Value ForwardPass::reshaped(const Value& from, const Value& result, const python::Arguments& arguments) {
    const Value shaped = resize(from, result, "reshape");
    std::vector<Value> sizes(arguments.positional.begin() + 1, arguments.positional.end());
    if (sizes.size() == 1 && (sizes[0].is(Type::Tuple) || sizes[0].is(Type::List))) sizes = sizes[0].items();
    if (frame().steps.empty() || frame().steps.back().function != "reshape") return shaped;
    // An open size stays open: the line holds for other inputs, too.
    SharedList<paramscope::Value>::Items& written =
        frame().steps.back().arguments.edit().front().value.items.edit();
    for (std::size_t i = 0; i < written.size() && i < sizes.size(); ++i) {
        if (sizes[i].is_whole() && sizes[i].whole() == -1) written[i] = paramscope::Value::of_number(-1);
    }
    return shaped;
}

std::optional<Value> ForwardPass::probe_function(std::string_view name, const python::Arguments& arguments) {
    const Value x = arguments.positional[0];
    constexpr std::string_view kKept[] = {"float",  "to",   "contiguous", "clone",
                                          "detach", "long", "dropout",    "relu",
                                          "pad",    "gelu", "normalize",  "interpolate"};
    if (contains(kKept, name)) return x;
    const bool is_view = name == "view" || name == "reshape";
    if (name != "flatten" && !is_view) return std::nullopt;
    auto* flat = evaluator_.make<TensorObject>();
    *flat = x.tensor();
    flat->origin.is_flat = true;
    if (is_view) {
        // x.view(-1, 784)
        InputHint& hint = hints[*x.tensor().origin.unshaped_input];
        const bool is_open = arguments.positional.size() == 3 && arguments.positional[2].is_whole() &&
                             arguments.positional[2].whole() > 0;
        if (is_open && hint.shape.empty() && arguments.positional[1].is_whole() &&
            arguments.positional[1].whole() == -1)
            hint.shape = {evaluator_.decisions.input_size("batch", 1), arguments.positional[2]};
    }
    return Value::of(Type::Tensor, flat);
}

/// True where the batch of one tensor meets another dimension of one with more dimensions: with more samples
/// it would not fit.
bool ForwardPass::hides_batch(const Value& smaller, const Value& larger) const {
    const std::vector<Value>&few = smaller.tensor().shape, &many = larger.tensor().shape;
    if (few.empty() || few.size() >= many.size() || few.front().formula == nullptr) return false;
    const std::vector<std::string> names = paramscope::symbols(*few.front().formula);
    const std::string batch = evaluator_.decisions.input_symbol("batch");
    return any_of(names, [&](const std::string& name) { return name.starts_with(batch); });
}

bool ForwardPass::expect_broadcast(const Value& left, const Value& right) {
    if (!left.tensor().is_shape_known || !right.tensor().is_shape_known) return true;
    const std::vector<Value>&a = left.tensor().shape, &b = right.tensor().shape;
    bool fits = !is_searching || (!hides_batch(left, right) && !hides_batch(right, left));
    for (std::size_t i = 1; i <= std::min(a.size(), b.size()) && fits; ++i) {
        const Value &x = a[a.size() - i], &y = b[b.size() - i];
        fits = x.whole() == y.whole() || x.whole() == 1 || y.whole() == 1;
        if (x.whole() == y.whole()) note_equal(x, y);
        if (!fits) note_unmet(Unmet::Kind::Equal, x, y);
    }
    if (!fits) note_mismatch(message("python.unknown_sizes"));
    return fits;
}

void ForwardPass::refuse_sizes(std::string_view what, std::string_view actual, std::string_view expected) {
    if (is_searching) return note_mismatch(message("python.unknown_sizes"));
    if (!evaluator_.is_interrupted())
        evaluator_.raise("RuntimeError",
                         concat(what, " that does not fit: ", actual, ", expected ", expected));
}

void ForwardPass::expect_equal(const Value& actual, const Value& expected) {
    if (actual.whole() == expected.whole()) return note_equal(actual, expected);
    note_unmet(Unmet::Kind::Equal, actual, expected);
    refuse_sizes("a size", to_string(actual.whole()), to_string(expected.whole()));
}

/// "[2, 3]".
static std::string shape_text(const std::vector<Value>& shape) {
    std::string text;
    for (const Value& size : shape) text += concat(text.empty() ? "" : ", ", to_string(size.whole()));
    return concat("[", text, "]");
}

void ForwardPass::expect_expands(const Value& value, const Value& into) {
    if (!value.is(Type::Tensor) || !into.is(Type::Tensor)) return;
    if (!value.tensor().is_shape_known || !into.tensor().is_shape_known) return;
    const std::vector<Value>&from = value.tensor().shape, &to = into.tensor().shape;
    for (std::size_t i = 1; i <= from.size(); ++i) {
        const Value& size = from[from.size() - i];
        const Value room = i <= to.size() ? to[to.size() - i] : Value::of(1);
        if (size.whole() == room.whole()) {
            note_equal(size, room);
        } else if (size.whole() != 1) {
            note_unmet(Unmet::Kind::Equal, size, room);
            return refuse_sizes("a shape", shape_text(from), shape_text(to));
        }
    }
}

Value ForwardPass::binary(std::string_view symbol, const Value& left, const Value& right) {
    const bool are_tensors = left.is(Type::Tensor) && right.is(Type::Tensor);
    for (const Value* each : {&left, &right}) {
        if (each->is(Type::Tensor) && !each->tensor().is_shape_known) {
            if (!are_tensors && is_probing) return *each;
            return tensor_of_unknown_shape(evaluator_, each->tensor().shape_reason);
        }
    }
    const bool is_arithmetic =
        symbol.size() == 1 && std::string_view("+-*/").find(symbol[0]) != std::string_view::npos;
    if (!are_tensors) {
        const Value& tensor = left.is(Type::Tensor) ? left : right;
        const Value& other = left.is(Type::Tensor) ? right : left;
        if (other.is_unknown()) return tensor_of_unknown_shape(evaluator_, other);
        if (other.is_number() && symbol == "**" && &tensor == &left) return apply("pow", {left});
        if (!other.is_number()) return unknown_result(symbol);
        if (symbol == "/" && &tensor == &right) return scaled(apply("reciprocal", {right}));
        const Value other_numbers = without_bound(evaluator_, tensor);
        if (symbol == "**") return resembling("rpow", scaled(other_numbers));
        const bool is_rest = symbol == "%" && &tensor == &left;
        if (!is_arithmetic && !is_rest && symbol != "//") return other_numbers;
        const Value made = scaled(other_numbers);
        const bool is_shifted = symbol == "+" || is_rest || (symbol == "-" && &tensor == &left);
        if (is_shifted && made.object != other_numbers.object)
            step_behind(frame(), made)->function = "shifted";
        return made;
    }
    if (symbol == "@") return matrix_product(left, right);
    if (is_searching && !expect_broadcast(left, right)) return unknown_result(symbol);
    if (is_arithmetic) return apply(symbol, {left, right});
    const Value made = apply("where", {left, right});
    return symbol == "**" ? resembling(symbol, made) : symbol == "%" ? resembling("remainder", made) : made;
}

Value ForwardPass::matrix_product(const Value& left, const Value& right) {
    const auto with = [&](const Value& tensor, std::size_t at, bool is_added) {
        std::vector<Value> shape = tensor.tensor().shape;
        const auto place = is_added ? shape.begin() + static_cast<std::ptrdiff_t>(at)
                                    : shape.end() - static_cast<std::ptrdiff_t>(at);
        if (is_added)
            shape.insert(place, Value::of(1));
        else
            shape.erase(place);
        const bool is_scalar = shape.empty();
        return resize(tensor, sized(std::move(shape)), is_scalar ? "resize" : "reshape");
    };
    const bool is_row = left.tensor().shape.size() == 1, is_column = right.tensor().shape.size() == 1;
    if (!is_row && !is_column) return apply("@", {left, right});
    Value result =
        apply("@", {is_row ? with(left, 0, true) : left, is_column ? with(right, 1, true) : right});
    if (!result.tensor().is_shape_known) return result;
    if (is_column) result = with(result, 1, false);
    if (is_row) result = with(result, is_column ? 1 : 2, false);
    return result;
}

Value ForwardPass::compare(std::string_view symbol, const Value& left, const Value& right) {
    if (right.is(Type::None) && symbol.starts_with("is")) {
        const std::optional<std::size_t>& input = left.tensor().origin.unshaped_input;
        if (input && *input < hints.size()) hints[*input].is_asked_for_none = true;
        return Value::of(symbol == "is not");
    }
    if (const auto known = compare_routed(*this, symbol, left, right)) return *known;
    const Value& tensor = left.is(Type::Tensor) ? left : right;
    const Value& other = left.is(Type::Tensor) ? right : left;
    if (!tensor.tensor().is_shape_known)
        return tensor_of_unknown_shape(evaluator_, tensor.tensor().shape_reason);
    const Value compared = other.is(Type::Tensor) ? binary("==", left, right) : tensor;
    if (!compared.is(Type::Tensor)) return compared;
    auto* mask = evaluator_.make<TensorObject>();
    *mask = compared.tensor();
    mask->is_parameter = false;
    mask->routed = Routed::No;
    const TensorObject& of = compared.tensor();
    const bool has_step = of.is_floating && !of.is_mask && of.data.empty() && !of.is_parameter;
    Value made = Value::of(Type::Tensor, mask);
    if (has_step) made = reshape("compare", compared, made);
    mask->is_mask = true;
    return made;
}

}  // namespace paramscope::open::python
