// Tensors: their shapes while a model is built. Functions of torch and methods of tensors are one table; what
// has no row gives a tensor of unknown shape.
#include <algorithm>

#include "base/ranges.h"
#include "open/python/state/interpreter.h"
#include "open/python/torch/data_types.h"
#include "open/python/torch/einops.h"
#include "open/python/torch/steps.h"
#include "open/python/torch/torch.h"
#include "open/python/trace/early_calls.h"

namespace paramscope::open::python {
namespace {

constexpr std::size_t kMostTensorDimensions = 64;

/// The tensor itself, changed in place.
Value in_place(Evaluator&, const Value&, Arguments& a) {
    return a.positional.empty() ? Value::none() : a.positional[0];
}

/// True for methods that change the numbers of their tensor: add_(), fill_().
bool changes_numbers(std::string_view method) {
    return is_in_place(method) && method != "detach_" && method != "share_memory_";
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

/// Methods that give Python's values and no tensors.
constexpr std::string_view kValueMethods[] = {"item", "tolist", "is_contiguous"};

/// item() and tolist() of a tensor whose numbers are known.
Value numbers_of(Evaluator& e, const Value& tensor, std::string_view name) {
    if (tensor.is(Type::Tensor) && !tensor.tensor().data.empty()) {
        const TensorObject& from = tensor.tensor();
        if (name == "tolist") return e.list(from.data, from.shape.empty() ? nullptr : from.shape[0].formula);
        if (name == "item" && from.shape.empty()) return from.data[0];
    }
    const Value result = e.unknown(message("python.unknown_method", {{"name", name}}));
    result.as<Unknown>().is_data = true;
    return result;
}

}  // namespace

bool is_in_place(std::string_view method) {
    return method.ends_with('_') && !method.starts_with("__") && method != "requires_grad_";
}

static Value result_of_method(Evaluator& e, const Value& self, Arguments& a) {
    const std::string& name = self.items()[1].str();
    const std::string_view step = name == "unfold" ? kWindowsOfTensor : std::string_view(name);
    if (e.tracer != nullptr) {
        if (const auto result = e.tracer->call_function(step, a)) return *result;
    }
    if (is_in_place(name)) return in_place(e, self, a);
    if (contains(kValueMethods, name)) return numbers_of(e, self.items()[0], name);
    return call_rule(e, name, step, a);
}

Value call_as_method(Evaluator& e, const Value& self, Arguments& a) {
    const Value tensor = self.items()[0];
    const std::string& name = self.items()[1].str();
    a.positional.insert(a.positional.begin(), tensor);
    if (tensor.is(Type::Tensor) && changes_numbers(name)) tensor.tensor().data.clear();
    const Value result = result_of_method(e, self, a);
    note_type(name, a, result);
    return result;
}

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

static Value result_of_function(Evaluator& evaluator, const Value& name, Arguments& arguments) {
    const bool is_building = evaluator.tracer == nullptr;
    if (!is_building) {
        if (const auto result = evaluator.tracer->call_function(name.str(), arguments)) return *result;
    }
    if (is_building && name.str().starts_with("einops."))
        return einops_while_building(evaluator, name.str().substr(7), arguments);
    return call_rule(evaluator, name.str(), name.str(), arguments);
}

Value call_torch_function(Evaluator& evaluator, const Value& name, Arguments& arguments) {
    const Value result = result_of_function(evaluator, name, arguments);
    note_type(name.str(), arguments, result);
    return result;
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

static Value result_of_binary(Evaluator& e, std::string_view symbol, const Value& left, const Value& right) {
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

Value tensor_binary(Evaluator& e, std::string_view symbol, const Value& left, const Value& right) {
    const Value result = result_of_binary(e, symbol, left, right);
    python::Arguments operands;
    operands.positional = {left, right};
    note_type(symbol, operands, result);
    return result;
}

}  // namespace paramscope::open::python
