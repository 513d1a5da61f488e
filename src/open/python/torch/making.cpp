// Functions of torch that make tensors. The data of small ones are kept.
#include <algorithm>
#include <cmath>

#include "base/concat.h"
#include "open/python/state/interpreter.h"
#include "open/python/torch/torch.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {

Value of_unknown_shape(Evaluator& e, std::string_view name) {
    return tensor_of_unknown_shape(e, e.unknown(message("python.unknown_method", {{"name", name}})));
}

std::optional<std::vector<Value>> sizes_of(Evaluator& e, const Arguments& a, std::size_t first,
                                           Value* reason) {
    std::vector<Value> sizes(
        a.positional.begin() + static_cast<std::ptrdiff_t>(std::min(first, a.positional.size())),
        a.positional.end());
    for (const char* name : {"size", "shape"}) {
        if (const Value* named = a.find(name); named != nullptr && sizes.empty()) sizes = {*named};
    }
    if (sizes.size() == 1 && (sizes[0].is(Type::Tuple) || sizes[0].is(Type::List))) {
        e.decisions.decide_by(sizes[0].as<Sequence>().length);
        sizes = sizes[0].items();
    }
    for (const Value& size : sizes) {
        if (size.is_whole()) continue;
        *reason = size.is_unknown() ? size : e.unknown(message("python.unknown_sizes"));
        return std::nullopt;
    }
    return sizes;
}

Value same_shape(Evaluator& e, const Value&, Arguments& a) {
    for (const Value& each : a.positional) {
        if (each.is_unknown()) return tensor_of_unknown_shape(e, each);
    }
    if (a.positional.empty() || !a.positional[0].is(Type::Tensor)) return of_unknown_shape(e, "torch");
    const TensorObject& from = a.positional[0].tensor();
    if (!from.is_shape_known) return tensor_of_unknown_shape(e, from.shape_reason);
    return tensor(e, from.shape);
}

namespace {

Value make_of_sizes(Evaluator& e, const Value&, Arguments& a) {
    Value reason;
    const auto sizes = sizes_of(e, a, 0, &reason);
    return sizes ? tensor(e, *sizes) : tensor_of_unknown_shape(e, reason);
}

Value full(Evaluator& e, const Value&, Arguments& a) {
    Arguments sizes;
    if (const Value* size = a.get(0, "size")) sizes.positional = {*size};
    return make_of_sizes(e, Value::none(), sizes);
}

Value eye(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.empty() || !a.positional[0].is_whole()) return of_unknown_shape(e, "eye");
    const bool has_columns = a.positional.size() > 1 && a.positional[1].is_whole();
    return tensor(e, {a.positional[0], has_columns ? a.positional[1] : a.positional[0]});
}

/// The shape of data: numbers in nested lists.
bool add_shape(Evaluator& e, const Value& data, std::vector<Value>* shape) {
    if (data.is_number()) return true;
    const bool is_array = data.is(Type::Instance) && data.instance().cls->is_library;
    const Value* items = is_array ? data.instance().attributes.find("items") : nullptr;
    if (items != nullptr) return add_shape(e, *items, shape);
    if (data.is(Type::Tensor) && data.tensor().is_shape_known) {
        shape->insert(shape->end(), data.tensor().shape.begin(), data.tensor().shape.end());
        return true;
    }
    if (!data.is(Type::List) && !data.is(Type::Tuple)) return false;
    shape->push_back(Value::of(static_cast<Integer>(data.items().size()), data.as<Sequence>().length));
    return data.items().empty() || (e.step() && shape->size() < 16 && add_shape(e, data.items()[0], shape));
}

Value make_of_data(Evaluator& e, const Value&, Arguments& a) {
    const Value* data = a.get(0, "data");
    std::vector<Value> shape;
    if (data == nullptr || !add_shape(e, *data, &shape)) return of_unknown_shape(e, "tensor");
    const Value made = tensor(e, std::move(shape));
    if (e.tracer == nullptr) keep_data(e, *data, made);
    return made;
}

/// torch.Tensor(3, 4) makes sizes, torch.Tensor([1, 2]) data.
Value make_tensor(Evaluator& e, const Value& self, Arguments& a) {
    if (!a.positional.empty() && a.positional[0].is_whole()) return make_of_sizes(e, self, a);
    return make_of_data(e, self, a);
}

/// A tensor of `size` numbers from `start` on, with the numbers where there are few.
Value counted(Evaluator& e, const Value& size, const Value& start, const Value& step) {
    const Value made = tensor(e, {size});
    if (size.whole() > kMostKeptNumbers || e.tracer != nullptr) return made;
    for (Integer i = 0; i < size.whole() && e.count_items(1); ++i)
        made.tensor().data.push_back(binary(e, "+", start, binary(e, "*", Value::of(i), step)));
    return made;
}

Value arange(Evaluator& e, const Value&, Arguments& a) {
    const std::size_t count = a.positional.size();
    const Value *named_start = a.find("start"), *named_stop = a.find("end"), *named_step = a.get(2, "step");
    const bool has_stop = count > 0 || named_stop != nullptr;
    if (!has_stop || count > 3) return of_unknown_shape(e, "arange");
    const bool is_start_first = count > 1 || named_stop != nullptr;
    const Value start = named_start != nullptr        ? *named_start
                        : is_start_first && count > 0 ? a.positional[0]
                                                      : Value::of(0);
    const Value stop = named_stop != nullptr ? *named_stop : a.positional[count > 1 ? 1 : 0];
    const Value step = named_step != nullptr ? *named_step : Value::of(1);
    if (!start.is_number() || !stop.is_number() || !step.is_number() || step.number() == 0)
        return of_unknown_shape(e, "arange");
    if (start.is_whole() && stop.is_whole() && step.is_whole()) {
        // ceil((stop - start) / step)
        const bool is_plain = step.formula == nullptr && step.whole() == 1;
        const Value size = is_plain ? binary(e, "-", stop, start)
                                    : unary(e, "-", binary(e, "//", binary(e, "-", start, stop), step));
        if (!size.is_whole() || size.whole() < 0) return of_unknown_shape(e, "arange");
        const Value made = counted(e, size, start, step);
        if (is_plain) made.tensor().bound = stop;
        return made;
    }
    const double size = (stop.number() - start.number()) / step.number();
    if (!(size >= 0 && size < 1e15)) return of_unknown_shape(e, "arange");
    return tensor(
        e, {Value::of(static_cast<Integer>(std::ceil(size)),
                      e.decisions.derived(e.decisions.derived(start.formula, stop.formula), step.formula))});
}

Value linspace(Evaluator& e, const Value&, Arguments& a) {
    const Value *start = a.get(0, "start"), *end = a.get(1, "end"), *steps = a.get(2, "steps");
    if (steps == nullptr || !steps->is_whole()) return of_unknown_shape(e, "linspace");
    const Value made = tensor(e, {*steps});
    const Integer count = steps->whole();
    if (start == nullptr || end == nullptr || !start->is_number() || !end->is_number() ||
        count > kMostKeptNumbers)
        return made;
    const auto from = static_cast<float>(start->number()), to = static_cast<float>(end->number());
    for (Integer i = 0; i < count; ++i) {
        // As PyTorch computes it: from both ends, in single precision.
        const float step = count > 1 ? (to - from) / static_cast<float>(count - 1) : 0;
        const float value = i < count / 2 ? from + step * static_cast<float>(i)
                                          : to - step * static_cast<float>(count - 1 - i);
        made.tensor().data.push_back(Value::of(static_cast<double>(count == 1 ? from : value)));
        e.count_items(1);
    }
    return made;
}

/// normal(mean, std, size=(3, 4)), normal(mean, std): of the sizes, or of the shape of the first tensor.
Value normal(Evaluator& e, const Value& self, Arguments& a) {
    Arguments sizes;
    if (const Value* size = a.get(2, "size")) {
        sizes.positional = {*size};
        return make_of_sizes(e, self, sizes);
    }
    for (const Value& each : a.positional) {
        if (each.is(Type::Tensor)) sizes.positional.push_back(each);
    }
    return same_shape(e, self, sizes);
}

/// The numbers are not kept.
Value logspace(Evaluator& e, const Value&, Arguments& a) {
    const Value* steps = a.get(2, "steps");
    return steps != nullptr && steps->is_whole() ? tensor(e, {*steps}) : of_unknown_shape(e, "logspace");
}

constexpr BuiltinRow kMakingFunctionRows[] = {
    {"zeros", make_of_sizes},
    {"ones", make_of_sizes},
    {"empty", make_of_sizes},
    {"rand", make_of_sizes},
    {"randn", make_of_sizes},
    {"FloatTensor", make_tensor},
    {"LongTensor", make_tensor},
    {"Tensor", make_tensor},
    {"full", full},
    {"eye", eye},
    {"tensor", make_of_data},
    {"as_tensor", make_of_data},
    {"arange", arange},
    {"linspace", linspace},
    {"normal", normal},
    {"logspace", logspace},
    {"zeros_like", same_shape},
    {"ones_like", same_shape},
    {"empty_like", same_shape},
    {"rand_like", same_shape},
    {"randn_like", same_shape},
    {"full_like", same_shape},
    {"polar", same_shape},
    {"to_sparse", same_shape},
};

}  // namespace

const std::span<const BuiltinRow> kMakingFunctions = kMakingFunctionRows;

}  // namespace paramscope::open::python
