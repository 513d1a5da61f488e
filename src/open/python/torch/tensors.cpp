// Tensors as values: truth, length, items, attributes.
#include <algorithm>

#include "base/concat.h"
#include "base/ranges.h"
#include "open/python/torch/data_types.h"
#include "open/python/torch/torch.h"
#include "open/python/values/behaviour.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {

// What an index selects.

namespace {

bool is_list(const Value& key) {
    return key.is(Type::List) || key.is(Type::Tuple);
}

/// A key that takes the place of one dimension.
bool takes_dimension(const Value& key) {
    return !key.is(Type::None) && !key.is(Type::Ellipsis);
}

/// The shape of an index tensor, or of a list of numbers or of True and False; nullopt for others.
std::optional<std::vector<Value>> shape_of_index(const Value& key) {
    if (key.is(Type::Tensor)) {
        const TensorObject& tensor = key.tensor();
        return tensor.is_shape_known && !tensor.is_mask ? std::optional(tensor.shape) : std::nullopt;
    }
    if (!is_list(key) || !all_of(key.items(), [](const Value& each) { return each.is_whole(); }))
        return std::nullopt;
    std::size_t count = 0;
    for (const Value& each : key.items()) count += !each.is(Type::Bool) || each.boolean;
    return std::vector<Value>{Value::of(static_cast<Integer>(count), key.as<Sequence>().length)};
}

/// Broadcasts `other` into `shape`; false where their sizes do not fit.
bool broadcast_into(Evaluator& e, std::vector<Value>* shape, std::vector<Value> other) {
    if (other.size() > shape->size()) std::swap(*shape, other);
    const std::size_t added = shape->size() - other.size();
    for (std::size_t i = 0; i < other.size(); ++i) {
        Value& size = (*shape)[added + i];
        if (size.formula != nullptr && other[i].formula != nullptr && *size.formula == *other[i].formula)
            continue;
        if (size.formula == nullptr && size.whole() == 1) {
            size = other[i];
            continue;
        }
        if (other[i].formula == nullptr && other[i].whole() == 1) continue;
        e.decisions.decide_by(size);
        e.decisions.decide_by(other[i]);
        if (size.whole() != other[i].whole()) return false;
    }
    return true;
}

/// True where slices stand between index tensors, whose dimensions come first then. A number takes its
/// dimension away before.
bool are_apart(const std::vector<Value>& keys) {
    std::size_t groups = 0;
    bool is_inside = false;
    for (const Value& key : keys) {
        if (key.is_whole()) continue;
        const bool is_index = key.is(Type::Tensor) || is_list(key);
        groups += is_index && !is_inside;
        is_inside = is_index;
    }
    return groups > 1;
}

}  // namespace

std::optional<std::vector<Value>> indexed_shape(Evaluator& e, const std::vector<Value>& shape,
                                                const std::vector<Value>& keys, SliceSize slice_size) {
    const auto named = static_cast<std::size_t>(std::count_if(keys.begin(), keys.end(), takes_dimension));
    if (named > shape.size()) return std::nullopt;
    std::vector<Value> left, of_indices;
    std::optional<std::size_t> gathered;  // where the dimensions of index tensors go
    std::size_t at = 0;
    for (const Value& key : keys) {
        if (key.is(Type::None)) {
            left.push_back(Value::of(1));
        } else if (key.is(Type::Ellipsis)) {
            for (std::size_t rest = shape.size() - named; rest > 0; --rest) left.push_back(shape[at++]);
        } else if (key.is_whole() && !key.is(Type::Bool)) {
            ++at;
        } else if (key.is(Type::Slice)) {
            const std::optional<Value> size = slice_size(e, key.as<SliceObject>(), shape[at++]);
            if (!size || !size->is_whole()) return std::nullopt;
            left.push_back(*size);
        } else {
            const auto own = shape_of_index(key);
            if (!own || !broadcast_into(e, &of_indices, *own)) return std::nullopt;
            if (!gathered) gathered = left.size();
            ++at;
        }
    }
    left.insert(left.end(), shape.begin() + static_cast<std::ptrdiff_t>(at), shape.end());
    if (gathered) {
        const std::size_t place = are_apart(keys) ? 0 : *gathered;
        left.insert(left.begin() + static_cast<std::ptrdiff_t>(place), of_indices.begin(), of_indices.end());
    }
    return left;
}

// Tensors as values.

namespace {

Truth tensor_truth(Evaluator&, const Value& value) {
    const std::vector<Value>& data = value.tensor().data;
    return data.size() == 1 && data[0].is(Type::Bool) ? truth_of(data[0].boolean) : Truth::Unknown;
}

Value tensor_length(Evaluator& e, const Value& value) {
    const TensorObject& tensor = value.tensor();
    if (!tensor.is_shape_known) return tensor.shape_reason;
    return tensor.shape.empty() ? e.raise("TypeError", "len() of a 0-d tensor") : tensor.shape[0];
}

std::optional<std::vector<Value>> tensor_items(Evaluator& e, const Value& object, Value* reason,
                                               const Polynomial** length) {
    const TensorObject& source = object.tensor();
    const bool is_known = source.is_shape_known && source.shape.size() == 1 &&
                          source.shape[0].whole() == std::ssize(source.data);
    if (e.tracer != nullptr && !is_known) {
        const auto parts = e.tracer->items(object);
        if (parts) *length = nullptr;
        if (!parts)
            *reason =
                source.is_shape_known ? e.unknown(message("python.unknown_sizes")) : source.shape_reason;
        return parts;
    }
    if (!source.is_shape_known || source.shape.empty() || source.shape[0].whole() > 100'000) {
        *reason = source.is_shape_known ? e.unknown(message("python.unknown_sizes")) : source.shape_reason;
        return std::nullopt;
    }
    *length = source.shape[0].formula;
    std::vector<Value> items;
    for (std::size_t i = 0; i < static_cast<std::size_t>(source.shape[0].whole()) && e.count_items(1); ++i) {
        const Value item = tensor(e, {source.shape.begin() + 1, source.shape.end()});
        if (i < source.data.size()) item.tensor().data = {source.data[i]};
        items.push_back(item);
    }
    return items;
}

/// What `[:stop]` leaves of a dimension for all sizes: the smaller of both; nullopt for another slice.
std::optional<Value> size_of_beginning(Evaluator& e, const SliceObject& slice, const Value& size) {
    const bool is_beginning = slice.start.is(Type::None) && slice.step.is(Type::None) &&
                              slice.stop.is_whole() && slice.stop.whole() >= 0;
    if (!is_beginning) return std::nullopt;
    const Polynomial both[] = {e.decisions.formula_of(size), e.decisions.formula_of(slice.stop)};
    return Value::of(std::min(size.whole(), slice.stop.whole()), e.decisions.keep(minimum(both)));
}

/// The size that a slice leaves of a dimension; nullopt where it is not known.
std::optional<Value> size_of_slice(Evaluator& e, const SliceObject& slice, const Value& size) {
    const bool is_whole =
        slice.start.is(Type::None) && slice.stop.is(Type::None) && slice.step.is(Type::None);
    if (is_whole) return size;
    if (const std::optional<Value> beginning = size_of_beginning(e, slice, size)) return beginning;
    e.decisions.decide_by(size);
    if (size.whole() < 0 || size.whole() > 1'000'000) return std::nullopt;
    const auto positions = slice_positions(e, slice, static_cast<std::size_t>(size.whole()));
    return positions ? std::optional(Value::of(positions->size())) : std::nullopt;
}

/// Gives a part the numbers that a slice takes of a tensor of one dimension.
void take_numbers(Evaluator& e, const TensorObject& source, const SliceObject& slice, TensorObject& part) {
    const auto positions = slice_positions(e, slice, source.data.size());
    if (!positions || !e.count_items(positions->size())) return;
    for (const std::size_t at : *positions) part.data.push_back(source.data[at]);
}

Value part_of(Evaluator& e, const Value& object, const Value& key) {
    const TensorObject& source = object.tensor();
    if (source.is_shape_known && source.data.size() > 1 && key.is_whole()) {
        const auto at = position(*index_of(e, key), source.data.size());
        const Value item = tensor(e, {});
        if (at) item.tensor().data = {source.data[*at]};
        return item;
    }
    if (e.tracer != nullptr) return e.tracer->item(object, key);
    if (!source.is_shape_known) return tensor_of_unknown_shape(e, source.shape_reason);
    const std::vector<Value> keys = key.is(Type::Tuple) ? key.items() : std::vector<Value>{key};
    const auto shape = indexed_shape(e, source.shape, keys, size_of_slice);
    if (!shape) return of_unknown_shape(e, "[]");
    const Value part = tensor(e, *shape);
    if (key.is(Type::Slice) && source.shape.size() == 1 && source.shape[0].whole() == std::ssize(source.data))
        take_numbers(e, source, key.as<SliceObject>(), part.tensor());
    return part;
}

Value tensor_item(Evaluator& e, const Value& object, const Value& key) {
    const Value part = part_of(e, object, key);
    mark_type(part, object.tensor().data_type);
    return part;
}

/// The number without its formula: what is worked out with it is not decided by it.
Value plain(const Value& value) {
    return value.is_whole() ? Value::of(value.whole()) : value;
}

/// The key with plain numbers.
Value plain_key(Evaluator& e, const Value& key) {
    if (!key.is(Type::Slice)) return plain(key);
    auto* slice = e.make<SliceObject>();
    const auto& given = key.as<SliceObject>();
    slice->start = plain(given.start);
    slice->stop = plain(given.stop);
    slice->step = plain(given.step);
    return Value::of(Type::Slice, slice);
}

/// Numbers that are assigned are not followed; in a forward pass they must fit.
void write_item(Evaluator& e, const Value& object, const Value& key, const Value& value) {
    TensorObject& written = object.tensor();
    written.data.clear();
    if (e.tracer == nullptr || !value.is(Type::Tensor) || !written.is_shape_known) return;
    std::vector<Value> keys = key.is(Type::Tuple) ? key.items() : std::vector<Value>{key};
    for (Value& each : keys) each = plain_key(e, each);
    e.tracer->put(object, value);
    if (any_of(keys, [](const Value& each) { return each.is(Type::Tensor) || is_list(each); })) return;
    if (const auto shape = indexed_shape(e, written.shape, keys, size_of_slice))
        e.tracer->expect_expands(value, tensor(e, *shape));
}

/// x.T, whose dimensions are turned round, and x.mT, whose last two change places.
Value transposed(Evaluator& e, const Value& object, std::string_view name) {
    const TensorObject& tensor = object.tensor();
    if (!tensor.is_shape_known) return tensor_of_unknown_shape(e, tensor.shape_reason);
    const std::size_t rank = tensor.shape.size();
    if (rank < 2) return name == "T" ? object : of_unknown_shape(e, name);
    Arguments arguments;
    arguments.positional = {object};
    if (name == "mT" || rank == 2) {
        arguments.positional.insert(arguments.positional.end(), {Value::of(-2), Value::of(-1)});
        return call_torch_function(e, e.text("transpose"), arguments);
    }
    for (std::size_t i = rank; i > 0; --i) arguments.positional.push_back(Value::of(i - 1));
    return call_torch_function(e, e.text("permute"), arguments);
}

std::optional<Value> tensor_attribute(Evaluator& e, const Value& object, std::string_view name) {
    const TensorObject& tensor = object.tensor();
    if (name == "shape") return tensor.is_shape_known ? e.tuple(tensor.shape) : tensor.shape_reason;
    if (name == "ndim") return tensor.is_shape_known ? Value::of(tensor.shape.size()) : tensor.shape_reason;
    if (name == "data" || name == "grad" || name == "real" || name == "imag") return object;
    if (name == "T" || name == "mT") return transposed(e, object, name);
    if (name == "requires_grad") return Value::of(tensor.is_parameter && tensor.is_trainable);
    if (name == "is_cuda" || name == "is_sparse" || name == "is_quantized") return Value::of(false);
    if (name == "layout") return e.text("torch.strided");
    if (name == "device") return e.opaque("cpu");
    if (name == "dtype") return type_object(e, tensor);
    if (!is_torch_function(name)) ++e.uncertainty.doubtful_steps;  // it may be no method at all
    return e.builtin("tensor method", call_as_method, e.tuple({object, e.text(std::string(name))}));
}

bool have_equal_shapes(const TensorObject& a, const TensorObject& b) {
    return a.is_shape_known && b.is_shape_known &&
           std::equal(a.shape.begin(), a.shape.end(), b.shape.begin(), b.shape.end(),
                      [](const Value& x, const Value& y) { return x.whole() == y.whole(); });
}

/// Keeps, for layers that hold the tensor, what their rules say of it: its shape changes in place.
void keep_rules_of(Evaluator& e, TensorObject& tensor) {
    if (!e.count_items(e.findings.modules.size())) return;
    auto* usual = e.make<TensorObject>();
    *usual = tensor;
    for (InstanceObject* layer : e.findings.modules) {
        for (const auto& [name, held] : layer->module->layer_tensors.entries) {
            if (held.is(Type::Tensor) && held.object == &tensor)
                layer->module->set_rule_tensor(name, Value::of(Type::Tensor, usual));
        }
    }
}

/// `p.requires_grad = ...` and `p.data = ...`.
void set_tensor_attribute(Evaluator& e, const Value& object, std::string_view name, const Value& value) {
    TensorObject& tensor = object.tensor();
    if (name == "requires_grad") {
        const Truth is_trainable = decide(e, value);
        if (is_trainable != Truth::Unknown) tensor.is_trainable = is_trainable == Truth::True;
    }
    if (name != "data") return;
    if (!value.is(Type::Tensor) && !value.is_unknown()) return;
    if (!value.is(Type::Tensor) || !have_equal_shapes(value.tensor(), tensor)) keep_rules_of(e, tensor);
    if (value.is(Type::Tensor)) {
        tensor.is_shape_known = value.tensor().is_shape_known;
        tensor.shape = value.tensor().shape;
        tensor.shape_reason = value.tensor().shape_reason;
    } else {
        tensor.is_shape_known = false;
        tensor.shape_reason = value;
    }
}

}  // namespace

const Behaviour kTensorBehaviour = {
    .name = "Tensor",
    .truth = tensor_truth,
    .length = tensor_length,
    .items = tensor_items,
    .item = tensor_item,
    .takes_unknown_keys = true,
    .set_item = write_item,
    .attribute = tensor_attribute,
    .set_attribute = set_tensor_attribute,
};

}  // namespace paramscope::open::python
