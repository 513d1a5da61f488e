// Tensors: their shapes while a model is built. Functions of torch and methods of tensors are one table; what
// has no row gives a tensor of unknown shape.
#include <algorithm>

#include "base/concat.h"
#include "open/python/state/interpreter.h"
#include "open/python/torch/einops.h"
#include "open/python/torch/steps.h"
#include "open/python/torch/torch.h"
#include "open/python/trace/early_calls.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {
namespace {

constexpr std::size_t kMostTensorDimensions = 64;

/// The tensor itself, changed in place.
Value in_place(Evaluator&, const Value&, Arguments& a) {
    return a.positional.empty() ? Value::none() : a.positional[0];
}

/// True for methods that change the numbers of their tensor: add_(), fill_().
bool changes_numbers(std::string_view method) {
    return method.ends_with('_') && !method.starts_with("__") && method != "requires_grad_" &&
           method != "detach_" && method != "share_memory_";
}

/// The rule of a function: its own, or that of all that keep the shape; nullptr for neither.
BuiltinFunction find_rule(std::string_view name) {
    const BuiltinFunction own = find_torch_function(name);
    return own != nullptr ? own : keeps_shape(name) ? same_shape : nullptr;
}

/// True where the value is known, and the shapes of its tensors are.
bool has_known_shapes(const Value& value) {
    std::vector<Value> tensors;
    collect_tensors(value, tensors);
    return !value.is_unknown() && are_shapes_known(tensors);
}

/// What a function gives by its rule; while a model is built, else as `step` in a forward pass.
Value call_rule(Evaluator& e, std::string_view name, std::string_view step, Arguments& a) {
    std::optional<Value> result;
    if (const BuiltinFunction rule = find_rule(name)) {
        Arguments given = a;
        result = rule(e, Value::none(), given);
        if (e.is_interrupted()) return *result;
    }
    if (e.tracer == nullptr && (!result || !has_known_shapes(*result))) {
        if (const auto traced = call_function_early(e, step, a)) result = traced;
    }
    if (!result) return of_unknown_shape(e, name);
    keep_numbers(e, name, a, *result);
    return *result;
}

/// item() and tolist() of a tensor whose numbers are known.
Value numbers_of(Evaluator& e, const Value& tensor, std::string_view name) {
    if (tensor.is(Type::Tensor) && !tensor.tensor().data.empty()) {
        const TensorObject& from = tensor.tensor();
        if (name == "tolist") return e.list(from.data, from.shape.empty() ? nullptr : from.shape[0].formula);
        if (from.shape.empty()) return from.data[0];
    }
    const Value result = e.unknown(message("python.unknown_method", {{"name", name}}));
    result.as<Unknown>().is_data = true;
    return result;
}

/// The method of a tensor: the function with the tensor as its first argument.
Value call_as_method(Evaluator& e, const Value& self, Arguments& a) {
    const Value tensor = self.items()[0];
    const std::string& name = self.items()[1].str();
    a.positional.insert(a.positional.begin(), tensor);
    if (tensor.is(Type::Tensor) && changes_numbers(name)) tensor.tensor().data.clear();
    const std::string_view step = name == "unfold" ? kWindowsOfTensor : std::string_view(name);
    if (e.tracer != nullptr) {
        if (const auto result = e.tracer->call_function(step, a)) return *result;
    }
    if (name.ends_with('_') && name != "requires_grad_" && !name.starts_with("__"))
        return in_place(e, self, a);
    if (name == "item" || name == "tolist") return numbers_of(e, tensor, name);
    return call_rule(e, name, step, a);
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

}  // namespace

BuiltinFunction find_torch_function(std::string_view name) {
    for (const std::span<const BuiltinRow> rows : {kMakingFunctions, kShapeFunctions, kReductionFunctions}) {
        const auto found =
            std::find_if(rows.begin(), rows.end(), [&](const BuiltinRow& row) { return row.name == name; });
        if (found != rows.end()) return found->function;
    }
    return nullptr;
}

bool is_torch_function(std::string_view name) {
    return find_torch_function(name) != nullptr || is_table_function(name);
}

Value tensor(Evaluator& e, std::vector<Value> shape) {
    if (shape.size() > kMostTensorDimensions) return of_unknown_shape(e, "torch");
    auto* object = e.make<TensorObject>();
    object->shape = std::move(shape);
    object->span = e.place();
    return Value::of(Type::Tensor, object);
}

Value call_torch_function(Evaluator& evaluator, const Value& name, Arguments& arguments) {
    const bool is_building = evaluator.tracer == nullptr;
    if (!is_building) {
        if (const auto result = evaluator.tracer->call_function(name.str(), arguments)) return *result;
    }
    if (is_building && name.str().starts_with("einops."))
        return einops_while_building(evaluator, name.str().substr(7), arguments);
    return call_rule(evaluator, name.str(), name.str(), arguments);
}

Value tensor_of_unknown_shape(Evaluator& e, const Value& reason) {
    if (e.tracer != nullptr && !e.tracer->is_probing) e.tracer->mark_unknown(reason);
    auto* object = e.make<TensorObject>();
    object->is_shape_known = false;
    object->span = e.place();
    // A number that is read from it is no module.
    auto* copy = e.make<Unknown>();
    if (reason.is_unknown()) {
        copy->reason = reason.as<Unknown>().reason;
        copy->span = reason.as<Unknown>().span;
    } else {
        copy->reason = message("python.unknown_sizes");
        copy->span = e.place();
    }
    copy->is_data = true;
    object->shape_reason = Value::of(Type::Unknown, copy);
    return Value::of(Type::Tensor, object);
}

Value tensor_binary(Evaluator& e, std::string_view symbol, const Value& left, const Value& right) {
    if (e.tracer != nullptr) return e.tracer->binary(symbol, left, right);
    if (symbol == "@" && left.is(Type::Tensor) && right.is(Type::Tensor)) {
        python::Arguments factors;
        factors.positional = {left, right};
        return call_rule(e, "matmul", "matmul", factors);
    }
    const Value* one = left.is(Type::Tensor) ? &left : &right;
    const Value& other = one == &left ? right : left;
    if (!one->tensor().is_shape_known) return tensor_of_unknown_shape(e, one->tensor().shape_reason);
    if (other.is_number()) return tensor(e, one->tensor().shape);
    if (!other.is(Type::Tensor)) return of_unknown_shape(e, "torch");
    if (!other.tensor().is_shape_known) return tensor_of_unknown_shape(e, other.tensor().shape_reason);
    std::vector<Value> a = one->tensor().shape, b = other.tensor().shape;
    if (a.size() < b.size()) std::swap(a, b);
    const std::size_t added = a.size() - b.size();
    for (std::size_t i = 0; i < b.size(); ++i) {
        Value &x = a[added + i], &y = b[i];
        const auto is_one = [](const Value& size) { return size.formula == nullptr && size.whole() == 1; };
        if (is_one(y)) continue;
        if (is_one(x)) {
            x = y;
            continue;
        }
        const bool is_same_formula = x.formula != nullptr && y.formula != nullptr && *x.formula == *y.formula;
        if (!is_same_formula && (x.formula != nullptr || y.formula != nullptr)) {
            e.decisions.decide_by(x);
            e.decisions.decide_by(y);
        }
        if (x.whole() == y.whole()) continue;
        if (x.whole() == 1)
            x = y;
        else if (y.whole() != 1)
            return of_unknown_shape(e, "torch");
    }
    return tensor(e, std::move(a));
}

Value tensor_attribute(Evaluator& e, const Value& object, std::string_view name) {
    const TensorObject& tensor = object.tensor();
    if (name == "shape") return tensor.is_shape_known ? e.tuple(tensor.shape) : tensor.shape_reason;
    if (name == "ndim") return tensor.is_shape_known ? Value::of(tensor.shape.size()) : tensor.shape_reason;
    if (name == "data" || name == "grad" || name == "real" || name == "imag") return object;
    if (name == "T" || name == "mT") return transposed(e, object, name);
    if (name == "requires_grad") return Value::of(tensor.is_parameter && tensor.is_trainable);
    if (name == "is_cuda") return Value::of(false);
    if (name == "device" || name == "dtype") return e.opaque(concat("torch.", name));
    if (!is_torch_function(name)) ++e.uncertainty.doubtful_steps;  // it may be no method at all
    return e.builtin("tensor method", call_as_method, e.tuple({object, e.text(std::string(name))}));
}

std::optional<std::vector<Value>> tensor_items(Evaluator& e, const Value& object, Value* reason,
                                               const Polynomial** length) {
    const TensorObject& source = object.tensor();
    const bool is_known = source.is_shape_known && source.shape.size() == 1 &&
                          source.shape[0].whole() == std::ssize(source.data);
    if (e.tracer != nullptr && !is_known) {
        const auto parts = e.tracer->items(object);
        if (parts && length != nullptr) *length = nullptr;
        if (!parts)
            *reason =
                source.is_shape_known ? e.unknown(message("python.unknown_sizes")) : source.shape_reason;
        return parts;
    }
    if (!source.is_shape_known || source.shape.empty() || source.shape[0].whole() > 100'000) {
        *reason = source.is_shape_known ? e.unknown(message("python.unknown_sizes")) : source.shape_reason;
        return std::nullopt;
    }
    if (length != nullptr)
        *length = source.shape[0].formula;
    else
        e.decisions.decide_by(source.shape[0]);
    std::vector<Value> items;
    for (std::size_t i = 0; i < static_cast<std::size_t>(source.shape[0].whole()) && e.count_items(1); ++i) {
        const Value item = tensor(e, {source.shape.begin() + 1, source.shape.end()});
        if (i < source.data.size()) item.tensor().data = {source.data[i]};
        items.push_back(item);
    }
    return items;
}

Value tensor_item(Evaluator& e, const Value& object, const Value& key) {
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
    std::size_t named = 0;
    for (const Value& each : keys) named += !each.is(Type::None) && !each.is(Type::Ellipsis);
    if (named > source.shape.size()) return of_unknown_shape(e, "[]");
    std::vector<Value> shape;
    std::size_t at = 0;
    for (const Value& each : keys) {
        if (each.is(Type::None)) {
            shape.push_back(Value::of(1));
        } else if (each.is(Type::Ellipsis)) {
            for (std::size_t rest = source.shape.size() - named; rest > 0; --rest)
                shape.push_back(source.shape[at++]);
        } else if (each.is_whole()) {
            ++at;
        } else if (each.is(Type::Slice)) {
            const SliceObject& slice = each.as<SliceObject>();
            const Value size = source.shape[at++];
            const bool is_whole =
                slice.start.is(Type::None) && slice.stop.is(Type::None) && slice.step.is(Type::None);
            if (is_whole) {
                shape.push_back(size);
                continue;
            }
            e.decisions.decide_by(size);
            if (size.whole() < 0 || size.whole() > 1'000'000) return of_unknown_shape(e, "[]");
            const auto positions = slice_positions(e, slice, static_cast<std::size_t>(size.whole()));
            if (!positions) return of_unknown_shape(e, "[]");
            shape.push_back(Value::of(positions->size()));
        } else {
            return of_unknown_shape(e, "[]");
        }
    }
    while (at < source.shape.size()) shape.push_back(source.shape[at++]);
    return tensor(e, std::move(shape));
}

}  // namespace paramscope::open::python
