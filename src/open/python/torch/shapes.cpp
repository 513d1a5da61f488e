// Functions of torch that change shapes, and those that read them.

#include "base/concat.h"
#include "base/ranges.h"
#include "open/python/state/interpreter.h"
#include "open/python/torch/torch.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {
namespace {

/// Puts the shape of a tensor in `shape`; false, with what to return in `result`, when it is not known.
bool shape_of(Evaluator& e, const Arguments& a, std::vector<Value>* shape, Value* result) {
    if (a.positional.empty() || !a.positional[0].is(Type::Tensor)) {
        *result = of_unknown_shape(e, "torch");
        return false;
    }
    const TensorObject& tensor = a.positional[0].tensor();
    if (!tensor.is_shape_known) {
        *result = tensor_of_unknown_shape(e, tensor.shape_reason);
        return false;
    }
    *shape = tensor.shape;
    return true;
}

std::optional<std::size_t> dimension(Evaluator& e, const Value* value, std::size_t rank) {
    if (value == nullptr || !value->is_whole()) return std::nullopt;
    e.decisions.decide_by(*value);
    return position(value->whole(), rank);
}

/// The formula for inputs of the size 1.
Polynomial for_smallest_inputs(Evaluator& e, const Value& size) {
    const Polynomial formula = size.formula != nullptr ? *size.formula : Polynomial(size.whole());
    return substitute(formula, [&](std::string_view name) {
        return e.decisions.is_input_size(name) ? std::optional<Polynomial>(1) : std::nullopt;
    });
}

/// True where so many elements are those of some last dimensions, but not of all behind the first.
bool is_of_last_dimensions(const std::vector<Value>& shape, Integer elements) {
    Integer product = 1;
    for (std::size_t i = shape.size(); i > 2 && product <= elements; --i) {
        product *= shape[i - 1].whole();
        if (product == elements) return true;
    }
    return false;
}

bool is_batch(Evaluator& e, const Value& size) {
    return size.formula != nullptr && *size.formula == Polynomial::symbol(e.decisions.input_symbol("batch"));
}

/// Tells the forward pass which sizes a view would be expected to find: behind the batch those that it gives,
/// or as many elements.
void note_usual_view(Evaluator& e, const std::vector<Value>& shape, const std::vector<Value>& sizes,
                     const Value& elements, const Value& given) {
    if (shape.size() < 2 || sizes.size() < 2 || !is_batch(e, shape.front())) return;
    for (const bool has_ones : {true, false}) {
        std::vector<Value> wanted(sizes.begin() + 1, sizes.end());
        if (!has_ones) std::erase_if(wanted, [](const Value& each) { return each.whole() == 1; });
        if (wanted.size() + 1 != shape.size() || wanted.size() < 2) continue;
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            if (wanted[i].whole() < 1 || wanted[i].whole() == shape[i + 1].whole()) continue;
            return e.tracer->note_unusual(shape[i + 1], wanted[i]);
        }
        return;
    }
    const bool is_open = sizes.front().whole() == -1;
    if (!is_open || is_of_last_dimensions(shape, given.whole())) return;
    const Value whole = binary(e, "*", given, shape.front());
    if (elements.whole() == whole.whole())
        e.tracer->note_equal(elements, whole);
    else
        e.tracer->note_unusual(elements, whole);
}

/// Tells the forward pass that a view takes all elements, or why it cannot.
void note_view(Evaluator& e, const std::vector<Value>& shape, const std::vector<Value>& sizes,
               const Value& elements, const Value& given, bool is_open) {
    if (e.tracer == nullptr || !elements.is_whole() || !given.is_whole() || given.whole() <= 0) return;
    const bool are_equal = elements.whole() == given.whole();
    if (!are_equal || is_open) note_usual_view(e, shape, sizes, elements, given);
    if (is_open && elements.whole() % given.whole() != 0)
        e.tracer->note_unmet(Unmet::Kind::Multiple, elements, given);
    if (!is_open && !are_equal) e.tracer->note_unmet(Unmet::Kind::Equal, elements, given);
    if (!is_open && are_equal) e.tracer->note_equal(elements, given);
}

/// Learns from sizes of a tensor that take all its elements, or all but those of an open size.
void learn_from_view(Evaluator& e, const Value& elements, const Value& given, bool is_open) {
    if (given.formula == nullptr || !elements.is_whole() || !Decisions::is_plain(*given.formula)) return;
    const Polynomial all = for_smallest_inputs(e, elements), taken = for_smallest_inputs(e, given);
    if (is_open)
        e.decisions.learn_multiple(all, taken);
    else
        e.decisions.learn_equal(all, taken);
}

/// Makes a number of a size that no formula expresses. It decides in any case; with it, a size that is left
/// open would have no formula either, and all that it depends on would decide, too.
void decide_without_formula(Evaluator& e, Value& size) {
    if (size.formula == nullptr || Decisions::is_plain(*size.formula)) return;
    e.decisions.decide_by(size);
    size.formula = nullptr;
}

Value view(Evaluator& e, const Value&, Arguments& a) {
    std::vector<Value> shape;
    Value result;
    if (!shape_of(e, a, &shape, &result)) return result;
    Value reason;
    auto sizes = sizes_of(e, a, 1, &reason);
    if (!sizes) return tensor_of_unknown_shape(e, reason);
    Value elements = Value::of(1), given = Value::of(1);
    for (const Value& size : shape) elements = binary(e, "*", elements, size);
    Value* rest = nullptr;
    for (Value& size : *sizes) {
        decide_without_formula(e, size);
        if (size.is_whole() && size.whole() == -1)
            rest = &size;
        else
            given = binary(e, "*", given, size);
    }
    learn_from_view(e, elements, given, rest != nullptr);
    note_view(e, shape, *sizes, elements, given, rest != nullptr);
    if (rest != nullptr) {
        if (!given.is_whole() || given.whole() == 0) return of_unknown_shape(e, "view");
        *rest = binary(e, "//", elements, given);
        if (!rest->is_whole()) return of_unknown_shape(e, "view");
        given = binary(e, "*", given, *rest);
    }
    if (elements.is_whole() && given.is_whole() && elements.whole() != given.whole())
        return e.raise("RuntimeError",
                       concat("shape is invalid for input of size ", to_string(elements.whole())));
    return tensor(e, std::move(*sizes));
}

Value unsqueeze(Evaluator& e, const Value&, Arguments& a) {
    std::vector<Value> shape;
    Value result;
    if (!shape_of(e, a, &shape, &result)) return result;
    const auto at = dimension(e, a.get(1, "dim"), shape.size() + 1);
    if (!at) return of_unknown_shape(e, "unsqueeze");
    shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(*at), Value::of(1));
    return tensor(e, std::move(shape));
}

Value squeeze(Evaluator& e, const Value&, Arguments& a) {
    std::vector<Value> shape;
    Value result;
    if (!shape_of(e, a, &shape, &result)) return result;
    const Value* dim = a.get(1, "dim");
    if (dim == nullptr) {
        for (const Value& size : shape) e.decisions.decide_by(size);
        std::erase_if(shape, [](const Value& size) { return size.whole() == 1; });
        return tensor(e, std::move(shape));
    }
    const auto at = dimension(e, dim, shape.size());
    if (!at) return of_unknown_shape(e, "squeeze");
    e.decisions.decide_by(shape[*at]);
    if (shape[*at].whole() == 1) shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(*at));
    return tensor(e, std::move(shape));
}

Value transpose(Evaluator& e, const Value&, Arguments& a) {
    std::vector<Value> shape;
    Value result;
    if (!shape_of(e, a, &shape, &result)) return result;
    const auto first = dimension(e, a.get(1, "dim0"), shape.size()),
               second = dimension(e, a.get(2, "dim1"), shape.size());
    if (!first || !second) return of_unknown_shape(e, "transpose");
    std::swap(shape[*first], shape[*second]);
    return tensor(e, std::move(shape));
}

Value turn(Evaluator& e, const Value&, Arguments& a) {
    std::vector<Value> shape;
    Value result;
    if (!shape_of(e, a, &shape, &result)) return result;
    if (shape.size() == 2) std::swap(shape[0], shape[1]);
    return shape.size() <= 2 ? tensor(e, std::move(shape)) : of_unknown_shape(e, "t");
}

Value permute(Evaluator& e, const Value&, Arguments& a) {
    std::vector<Value> shape;
    Value result, reason;
    if (!shape_of(e, a, &shape, &result)) return result;
    const auto order = sizes_of(e, a, 1, &reason);
    if (!order || order->size() != shape.size()) return of_unknown_shape(e, "permute");
    std::vector<Value> permuted;
    for (const Value& each : *order) {
        const auto at = dimension(e, &each, shape.size());
        if (!at) return of_unknown_shape(e, "permute");
        permuted.push_back(shape[*at]);
    }
    return tensor(e, std::move(permuted));
}

Value flatten(Evaluator& e, const Value&, Arguments& a) {
    std::vector<Value> shape;
    Value result;
    if (!shape_of(e, a, &shape, &result)) return result;
    if (shape.empty()) return tensor(e, {Value::of(1)});
    const Value *from = a.get(1, "start_dim"), *to = a.get(2, "end_dim");
    const auto first = from == nullptr ? std::optional<std::size_t>(0) : dimension(e, from, shape.size());
    const auto last =
        to == nullptr ? std::optional<std::size_t>(shape.size() - 1) : dimension(e, to, shape.size());
    if (!first || !last || *first > *last) return of_unknown_shape(e, "flatten");
    Value size = Value::of(1);
    for (std::size_t i = *first; i <= *last; ++i) size = binary(e, "*", size, shape[i]);
    if (!size.is_whole()) return of_unknown_shape(e, "flatten");
    shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(*first),
                shape.begin() + static_cast<std::ptrdiff_t>(*last) + 1);
    shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(*first), size);
    return tensor(e, std::move(shape));
}

Value repeat(Evaluator& e, const Value&, Arguments& a) {
    std::vector<Value> shape;
    Value result, reason;
    if (!shape_of(e, a, &shape, &result)) return result;
    const auto times = sizes_of(e, a, 1, &reason);
    if (!times || times->size() < shape.size()) return of_unknown_shape(e, "repeat");
    std::vector<Value> sizes = *times;
    const std::size_t added = sizes.size() - shape.size();
    for (std::size_t i = 0; i < shape.size(); ++i)
        sizes[added + i] = binary(e, "*", sizes[added + i], shape[i]);
    return all_of(sizes, [](const Value& each) { return each.is_whole(); }) ? tensor(e, std::move(sizes))
                                                                            : of_unknown_shape(e, "repeat");
}

Value expand(Evaluator& e, const Value&, Arguments& a) {
    std::vector<Value> shape;
    Value result, reason;
    if (!shape_of(e, a, &shape, &result)) return result;
    auto sizes = sizes_of(e, a, 1, &reason);
    if (!sizes || sizes->size() < shape.size()) return of_unknown_shape(e, "expand");
    const std::size_t added = sizes->size() - shape.size();
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if ((*sizes)[added + i].whole() == -1) (*sizes)[added + i] = shape[i];
    }
    result = tensor(e, std::move(*sizes));
    if (e.tracer != nullptr) e.tracer->expect_expands(a.positional[0], result);
    return result;
}

/// As repeat(), where a tensor of more dimensions than numbers keeps its first ones.
Value tile(Evaluator& e, const Value& self, Arguments& a) {
    std::vector<Value> shape;
    Value result, reason;
    if (!shape_of(e, a, &shape, &result)) return result;
    auto times = sizes_of(e, a, 1, &reason);
    if (!times) return of_unknown_shape(e, "tile");
    while (times->size() < shape.size()) times->insert(times->begin(), Value::of(1));
    Arguments repeated;
    repeated.positional = {a.positional[0], e.tuple(std::move(*times))};
    return repeat(e, self, repeated);
}

std::optional<std::vector<Value>> tensors_in(const Value& list) {
    if (!list.is(Type::List) && !list.is(Type::Tuple)) return std::nullopt;
    for (const Value& each : list.items()) {
        if (!each.is(Type::Tensor) || !each.tensor().is_shape_known) return std::nullopt;
    }
    if (list.items().empty()) return std::nullopt;
    return list.items();
}

Value cat(Evaluator& e, const Value&, Arguments& a) {
    const Value* list = a.get(0, "tensors");
    const auto tensors = list != nullptr ? tensors_in(*list) : std::nullopt;
    if (!tensors) return of_unknown_shape(e, "cat");
    e.decisions.decide_by(list->as<Sequence>().length);
    std::vector<Value> shape = tensors->front().tensor().shape;
    const Value* dim = a.get(1, "dim");
    const Value first = Value::of(0);
    const auto at = dimension(e, dim != nullptr ? dim : &first, shape.size());
    if (!at) return of_unknown_shape(e, "cat");
    for (std::size_t i = 1; i < tensors->size(); ++i) {
        const std::vector<Value>& other = (*tensors)[i].tensor().shape;
        if (other.size() != shape.size()) return of_unknown_shape(e, "cat");
        shape[*at] = binary(e, "+", shape[*at], other[*at]);
    }
    return shape[*at].is_whole() ? tensor(e, std::move(shape)) : of_unknown_shape(e, "cat");
}

Value stack(Evaluator& e, const Value&, Arguments& a) {
    const Value* list = a.get(0, "tensors");
    const auto tensors = list != nullptr ? tensors_in(*list) : std::nullopt;
    if (!tensors) return of_unknown_shape(e, "stack");
    std::vector<Value> shape = tensors->front().tensor().shape;
    const Value* dim = a.get(1, "dim");
    const Value first = Value::of(0);
    const auto at = dimension(e, dim != nullptr ? dim : &first, shape.size() + 1);
    if (!at) return of_unknown_shape(e, "stack");
    shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(*at),
                 Value::of(static_cast<Integer>(tensors->size()), list->as<Sequence>().length));
    return tensor(e, std::move(shape));
}

Value size(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.empty() || !a.positional[0].is(Type::Tensor)) return of_unknown_shape(e, "size");
    const TensorObject& tensor = a.positional[0].tensor();
    if (!tensor.is_shape_known) return tensor.shape_reason;
    const Value* dim = a.get(1, "dim");
    if (dim == nullptr) return e.tuple(tensor.shape);
    const auto at = dimension(e, dim, tensor.shape.size());
    return at ? tensor.shape[*at] : e.raise("IndexError", "Dimension out of range");
}

Value number_of_elements(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.empty() || !a.positional[0].is(Type::Tensor)) return of_unknown_shape(e, "numel");
    const TensorObject& tensor = a.positional[0].tensor();
    if (!tensor.is_shape_known) return tensor.shape_reason;
    Value count = Value::of(1);
    for (const Value& each : tensor.shape) count = binary(e, "*", count, each);
    return count;
}

/// The tensors of one dimension.
Value unbind(Evaluator& e, const Value&, Arguments& a) {
    constexpr Integer kMostParts = 1000;
    std::vector<Value> shape;
    Value result;
    if (!shape_of(e, a, &shape, &result)) return result;
    const Value first = Value::of(0);
    const Value* given = a.get(1, "dim");
    const auto at = dimension(e, given != nullptr ? given : &first, shape.size());
    if (!at || shape[*at].whole() > kMostParts) return of_unknown_shape(e, "unbind");
    e.decisions.decide_by(shape[*at]);
    const Integer count = shape[*at].whole();
    shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(*at));
    std::vector<Value> parts;
    for (Integer i = 0; i < count && e.count_items(1); ++i) parts.push_back(tensor(e, shape));
    return e.tuple(std::move(parts));
}

Value rank(Evaluator&, const Value&, Arguments& a) {
    if (a.positional.empty() || !a.positional[0].is(Type::Tensor)) return Value::none();
    const TensorObject& tensor = a.positional[0].tensor();
    return tensor.is_shape_known ? Value::of(tensor.shape.size()) : tensor.shape_reason;
}

/// Sets whether the tensor is trained.
Value require_gradient(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.empty() || !a.positional[0].is(Type::Tensor)) return Value::none();
    a.positional[0].tensor().is_trainable =
        a.positional.size() < 2 || decide(e, a.positional[1]) != Truth::False;
    return a.positional[0];
}

constexpr BuiltinRow kShapeFunctionRows[] = {
    {"view", view},
    {"reshape", view},
    {"unsqueeze", unsqueeze},
    {"squeeze", squeeze},
    {"transpose", transpose},
    {"swapaxes", transpose},
    {"t", turn},
    {"permute", permute},
    {"flatten", flatten},
    {"repeat", repeat},
    {"tile", tile},
    {"expand", expand},
    {"unbind", unbind},
    {"cat", cat},
    {"concat", cat},
    {"concatenate", cat},
    {"stack", stack},
    {"size", size},
    {"numel", number_of_elements},
    {"nelement", number_of_elements},
    {"dim", rank},
    {"ndimension", rank},
    {"requires_grad_", require_gradient},
};

}  // namespace

const std::span<const BuiltinRow> kShapeFunctions = kShapeFunctionRows;

}  // namespace paramscope::open::python
