// Tensors: their shapes while a model is built. Functions of torch and methods of tensors are one table; what
// has no row gives a tensor of unknown shape.
#include <algorithm>
#include <cmath>

#include "base/concat.h"
#include "open/python/evaluator.h"

namespace paramscope::open::python {
namespace {

Value of_unknown_shape(Evaluator& e, std::string_view name) {
    return e.tensor_of_unknown_shape(e.unknown(message("python.unknown_method", {{"name", name}})));
}

/// Sizes given as several arguments or as one tuple; nullopt when one is not known.
std::optional<std::vector<Value>> sizes_of(Evaluator& e, const Arguments& a, std::size_t first, Value* reason) {
    std::vector<Value> sizes(a.positional.begin() + static_cast<std::ptrdiff_t>(std::min(first, a.positional.size())), a.positional.end());
    if (const Value* named = a.find("size"); named != nullptr && sizes.empty()) sizes = {*named};
    if (sizes.size() == 1 && (sizes[0].is(Type::Tuple) || sizes[0].is(Type::List))) {
        e.decide_by(sizes[0].as<Sequence>().length);
        sizes = sizes[0].items();
    }
    for (const Value& size : sizes) {
        if (size.is_whole()) continue;
        *reason = size.is_unknown() ? size : e.unknown(message("python.unknown_sizes"));
        return std::nullopt;
    }
    return sizes;
}

Value make_of_sizes(Evaluator& e, const Value&, Arguments& a) {
    Value reason;
    const auto sizes = sizes_of(e, a, 0, &reason);
    return sizes ? e.tensor(*sizes) : e.tensor_of_unknown_shape(reason);
}

Value full(Evaluator& e, const Value&, Arguments& a) {
    Arguments sizes;
    if (const Value* size = a.get(0, "size")) sizes.positional = {*size};
    return make_of_sizes(e, Value::none(), sizes);
}

Value eye(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.empty() || !a.positional[0].is_whole()) return of_unknown_shape(e, "eye");
    const bool has_columns = a.positional.size() > 1 && a.positional[1].is_whole();
    return e.tensor({a.positional[0], has_columns ? a.positional[1] : a.positional[0]});
}

/// The shape of data: numbers in nested lists.
bool add_shape(Evaluator& e, const Value& data, std::vector<Value>* shape) {
    if (data.is_number()) return true;
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
    return e.tensor(std::move(shape));
}

/// torch.Tensor(3, 4) makes sizes, torch.Tensor([1, 2]) data.
Value make_tensor(Evaluator& e, const Value& self, Arguments& a) {
    if (!a.positional.empty() && a.positional[0].is_whole()) return make_of_sizes(e, self, a);
    return make_of_data(e, self, a);
}

Value arange(Evaluator& e, const Value&, Arguments& a) {
    const std::size_t count = a.positional.size();
    if (count == 0 || count > 3) return of_unknown_shape(e, "arange");
    const Value start = count > 1 ? a.positional[0] : Value::of(0);
    const Value stop = a.positional[count > 1 ? 1 : 0];
    const Value step = count > 2 ? a.positional[2] : Value::of(1);
    if (!start.is_number() || !stop.is_number() || !step.is_number() || step.number() == 0) return of_unknown_shape(e, "arange");
    if (start.is_whole() && stop.is_whole() && step.is_whole()) {
        // ceil((stop - start) / step)
        const Value size = e.unary("-", e.binary("//", e.binary("-", start, stop), step));
        return size.is_whole() && size.whole() >= 0 ? e.tensor({size}) : of_unknown_shape(e, "arange");
    }
    const double size = (stop.number() - start.number()) / step.number();
    if (!(size >= 0 && size < 1e15)) return of_unknown_shape(e, "arange");
    return e.tensor({Value::of(static_cast<Integer>(std::ceil(size)), e.derived(e.derived(start.formula, stop.formula), step.formula))});
}

constexpr Integer kMostData = 10'000;

Value linspace(Evaluator& e, const Value&, Arguments& a) {
    const Value *start = a.get(0, "start"), *end = a.get(1, "end"), *steps = a.get(2, "steps");
    if (steps == nullptr || !steps->is_whole()) return of_unknown_shape(e, "linspace");
    const Value made = e.tensor({*steps});
    const Integer count = steps->whole();
    if (start == nullptr || end == nullptr || !start->is_number() || !end->is_number() || count > kMostData) return made;
    const auto from = static_cast<float>(start->number()), to = static_cast<float>(end->number());
    for (Integer i = 0; i < count; ++i) {
        // As PyTorch computes it: from both ends, in single precision.
        const float step = count > 1 ? (to - from) / static_cast<float>(count - 1) : 0;
        const float value = i < count / 2 ? from + step * static_cast<float>(i) : to - step * static_cast<float>(count - 1 - i);
        made.tensor().data.push_back(Value::of(static_cast<double>(count == 1 ? from : value)));
        e.count_items(1);
    }
    return made;
}

/// A tensor of the first argument's shape.
Value same_shape(Evaluator& e, const Value&, Arguments& a) {
    for (const Value& each : a.positional) {
        if (each.is_unknown()) return e.tensor_of_unknown_shape(each);
    }
    if (a.positional.empty() || !a.positional[0].is(Type::Tensor)) return of_unknown_shape(e, "torch");
    const TensorObject& from = a.positional[0].tensor();
    if (!from.is_shape_known) return e.tensor_of_unknown_shape(from.shape_reason);
    return e.tensor(from.shape);
}

/// The tensor itself, changed in place.
Value in_place(Evaluator&, const Value&, Arguments& a) {
    return a.positional.empty() ? Value::none() : a.positional[0];
}

/// Puts the shape of a tensor in `shape`; false, with what to return in `result`, when it is not known.
bool shape_of(Evaluator& e, const Arguments& a, std::vector<Value>* shape, Value* result) {
    if (a.positional.empty() || !a.positional[0].is(Type::Tensor)) {
        *result = of_unknown_shape(e, "torch");
        return false;
    }
    const TensorObject& tensor = a.positional[0].tensor();
    if (!tensor.is_shape_known) {
        *result = e.tensor_of_unknown_shape(tensor.shape_reason);
        return false;
    }
    *shape = tensor.shape;
    return true;
}

std::optional<std::size_t> dimension(Evaluator& e, const Value* value, std::size_t rank) {
    if (value == nullptr || !value->is_whole()) return std::nullopt;
    e.decide_by(*value);
    return Evaluator::position(value->whole(), rank);
}

Value view(Evaluator& e, const Value&, Arguments& a) {
    std::vector<Value> shape;
    Value result;
    if (!shape_of(e, a, &shape, &result)) return result;
    Value reason;
    auto sizes = sizes_of(e, a, 1, &reason);
    if (!sizes) return e.tensor_of_unknown_shape(reason);
    Value elements = Value::of(1), given = Value::of(1);
    for (const Value& size : shape) elements = e.binary("*", elements, size);
    Value* rest = nullptr;
    for (Value& size : *sizes) {
        if (size.is_whole() && size.whole() == -1) rest = &size;
        else given = e.binary("*", given, size);
    }
    if (rest != nullptr) {
        if (!given.is_whole() || given.whole() == 0) return of_unknown_shape(e, "view");
        *rest = e.binary("//", elements, given);
        if (!rest->is_whole()) return of_unknown_shape(e, "view");
        given = e.binary("*", given, *rest);
    }
    if (elements.is_whole() && given.is_whole() && elements.whole() != given.whole())
        return e.raise("RuntimeError", concat("shape is invalid for input of size ", to_string(elements.whole())));
    return e.tensor(std::move(*sizes));
}

Value unsqueeze(Evaluator& e, const Value&, Arguments& a) {
    std::vector<Value> shape;
    Value result;
    if (!shape_of(e, a, &shape, &result)) return result;
    const auto at = dimension(e, a.get(1, "dim"), shape.size() + 1);
    if (!at) return of_unknown_shape(e, "unsqueeze");
    shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(*at), Value::of(1));
    return e.tensor(std::move(shape));
}

Value squeeze(Evaluator& e, const Value&, Arguments& a) {
    std::vector<Value> shape;
    Value result;
    if (!shape_of(e, a, &shape, &result)) return result;
    const Value* dim = a.get(1, "dim");
    if (dim == nullptr) {
        for (const Value& size : shape) e.decide_by(size);
        std::erase_if(shape, [](const Value& size) { return size.whole() == 1; });
        return e.tensor(std::move(shape));
    }
    const auto at = dimension(e, dim, shape.size());
    if (!at) return of_unknown_shape(e, "squeeze");
    e.decide_by(shape[*at]);
    if (shape[*at].whole() == 1) shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(*at));
    return e.tensor(std::move(shape));
}

Value transpose(Evaluator& e, const Value&, Arguments& a) {
    std::vector<Value> shape;
    Value result;
    if (!shape_of(e, a, &shape, &result)) return result;
    const auto first = dimension(e, a.get(1, "dim0"), shape.size()), second = dimension(e, a.get(2, "dim1"), shape.size());
    if (!first || !second) return of_unknown_shape(e, "transpose");
    std::swap(shape[*first], shape[*second]);
    return e.tensor(std::move(shape));
}

Value turn(Evaluator& e, const Value&, Arguments& a) {
    std::vector<Value> shape;
    Value result;
    if (!shape_of(e, a, &shape, &result)) return result;
    if (shape.size() == 2) std::swap(shape[0], shape[1]);
    return shape.size() <= 2 ? e.tensor(std::move(shape)) : of_unknown_shape(e, "t");
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
    return e.tensor(std::move(permuted));
}

Value flatten(Evaluator& e, const Value&, Arguments& a) {
    std::vector<Value> shape;
    Value result;
    if (!shape_of(e, a, &shape, &result)) return result;
    if (shape.empty()) return e.tensor({Value::of(1)});
    const Value *from = a.get(1, "start_dim"), *to = a.get(2, "end_dim");
    const auto first = from == nullptr ? std::optional<std::size_t>(0) : dimension(e, from, shape.size());
    const auto last = to == nullptr ? std::optional<std::size_t>(shape.size() - 1) : dimension(e, to, shape.size());
    if (!first || !last || *first > *last) return of_unknown_shape(e, "flatten");
    Value size = Value::of(1);
    for (std::size_t i = *first; i <= *last; ++i) size = e.binary("*", size, shape[i]);
    if (!size.is_whole()) return of_unknown_shape(e, "flatten");
    shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(*first), shape.begin() + static_cast<std::ptrdiff_t>(*last) + 1);
    shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(*first), size);
    return e.tensor(std::move(shape));
}

Value repeat(Evaluator& e, const Value&, Arguments& a) {
    std::vector<Value> shape;
    Value result, reason;
    if (!shape_of(e, a, &shape, &result)) return result;
    const auto times = sizes_of(e, a, 1, &reason);
    if (!times || times->size() < shape.size()) return of_unknown_shape(e, "repeat");
    std::vector<Value> sizes = *times;
    const std::size_t added = sizes.size() - shape.size();
    for (std::size_t i = 0; i < shape.size(); ++i) sizes[added + i] = e.binary("*", sizes[added + i], shape[i]);
    return std::all_of(sizes.begin(), sizes.end(), [](const Value& each) { return each.is_whole(); }) ? e.tensor(std::move(sizes)) : of_unknown_shape(e, "repeat");
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
    return e.tensor(std::move(*sizes));
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
    e.decide_by(list->as<Sequence>().length);
    std::vector<Value> shape = tensors->front().tensor().shape;
    const Value* dim = a.get(1, "dim");
    const Value first = Value::of(0);
    const auto at = dimension(e, dim != nullptr ? dim : &first, shape.size());
    if (!at) return of_unknown_shape(e, "cat");
    for (std::size_t i = 1; i < tensors->size(); ++i) {
        const std::vector<Value>& other = (*tensors)[i].tensor().shape;
        if (other.size() != shape.size()) return of_unknown_shape(e, "cat");
        shape[*at] = e.binary("+", shape[*at], other[*at]);
    }
    return shape[*at].is_whole() ? e.tensor(std::move(shape)) : of_unknown_shape(e, "cat");
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
    shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(*at), Value::of(static_cast<Integer>(tensors->size()), list->as<Sequence>().length));
    return e.tensor(std::move(shape));
}

Value outer(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 2 || !a.positional[0].is(Type::Tensor) || !a.positional[1].is(Type::Tensor)) return of_unknown_shape(e, "outer");
    const TensorObject &x = a.positional[0].tensor(), &y = a.positional[1].tensor();
    if (!x.is_shape_known || !y.is_shape_known || x.shape.size() != 1 || y.shape.size() != 1) return of_unknown_shape(e, "outer");
    return e.tensor({x.shape[0], y.shape[0]});
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
    for (const Value& each : tensor.shape) count = e.binary("*", count, each);
    return count;
}

Value rank(Evaluator&, const Value&, Arguments& a) {
    if (a.positional.empty() || !a.positional[0].is(Type::Tensor)) return Value::none();
    const TensorObject& tensor = a.positional[0].tensor();
    return tensor.is_shape_known ? Value::of(tensor.shape.size()) : tensor.shape_reason;
}

/// Sets whether the tensor is trained.
Value require_gradient(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.empty() || !a.positional[0].is(Type::Tensor)) return Value::none();
    a.positional[0].tensor().is_trainable = a.positional.size() < 2 || e.decide(a.positional[1]) != Truth::False;
    return a.positional[0];
}

constexpr BuiltinRow kTorchFunctions[] = {
    {"zeros", make_of_sizes}, {"ones", make_of_sizes}, {"empty", make_of_sizes}, {"rand", make_of_sizes},
    {"randn", make_of_sizes}, {"FloatTensor", make_tensor}, {"LongTensor", make_tensor}, {"Tensor", make_tensor},
    {"full", full}, {"eye", eye}, {"tensor", make_of_data}, {"as_tensor", make_of_data}, {"arange", arange},
    {"linspace", linspace}, {"zeros_like", same_shape}, {"ones_like", same_shape}, {"empty_like", same_shape},
    {"rand_like", same_shape}, {"randn_like", same_shape}, {"full_like", same_shape}, {"clone", same_shape},
    {"detach", same_shape}, {"contiguous", same_shape}, {"to", same_shape}, {"float", same_shape},
    {"half", same_shape}, {"double", same_shape}, {"long", same_shape}, {"int", same_shape}, {"bool", same_shape},
    {"cuda", same_shape}, {"cpu", same_shape}, {"type", same_shape}, {"exp", same_shape}, {"log", same_shape},
    {"sqrt", same_shape}, {"sin", same_shape}, {"cos", same_shape}, {"tanh", same_shape}, {"sigmoid", same_shape},
    {"abs", same_shape}, {"pow", same_shape}, {"neg", same_shape}, {"tril", same_shape}, {"triu", same_shape},
    {"clamp", same_shape}, {"softmax", same_shape}, {"relu", same_shape}, {"masked_fill", same_shape},
    {"flip", same_shape}, {"roll", same_shape}, {"cumsum", same_shape}, {"cumprod", same_shape},
    {"type_as", same_shape}, {"float_power", same_shape}, {"log1p", same_shape}, {"normalize", same_shape},
    {"view", view}, {"reshape", view}, {"unsqueeze", unsqueeze}, {"squeeze", squeeze}, {"transpose", transpose},
    {"swapaxes", transpose}, {"t", turn}, {"permute", permute}, {"flatten", flatten}, {"repeat", repeat},
    {"tile", repeat}, {"expand", expand}, {"cat", cat}, {"concat", cat}, {"concatenate", cat}, {"stack", stack},
    {"outer", outer}, {"ger", outer}, {"size", size}, {"numel", number_of_elements}, {"nelement", number_of_elements},
    {"dim", rank}, {"ndimension", rank}, {"requires_grad_", require_gradient},
};

/// The method of a tensor: the function with the tensor as its first argument.
Value call_as_method(Evaluator& e, const Value& self, Arguments& a) {
    const Value tensor = self.items()[0];
    const std::string& name = self.items()[1].str();
    a.positional.insert(a.positional.begin(), tensor);
    if (name.ends_with('_') && name != "requires_grad_" && !name.starts_with("__")) return in_place(e, self, a);
    if (const BuiltinFunction function = find_torch_function(name)) return function(e, Value::none(), a);
    if (name == "item" || name == "tolist") {
        if (tensor.is(Type::Tensor) && !tensor.tensor().data.empty()) {
            if (name == "tolist") return e.list(tensor.tensor().data, tensor.tensor().shape.empty() ? nullptr : tensor.tensor().shape[0].formula);
            if (tensor.tensor().shape.empty()) return tensor.tensor().data[0];
        }
        const Value result = e.unknown(message("python.unknown_method", {{"name", name}}));
        result.as<Unknown>().is_data = true;
        return result;
    }
    return of_unknown_shape(e, name);
}

}  // namespace

BuiltinFunction find_torch_function(std::string_view name) {
    const auto* found = std::find_if(std::begin(kTorchFunctions), std::end(kTorchFunctions), [&](const BuiltinRow& row) { return row.name == name; });
    return found == std::end(kTorchFunctions) ? nullptr : found->function;
}

Value Evaluator::tensor(std::vector<Value> shape) {
    auto* object = make<TensorObject>();
    object->shape = std::move(shape);
    object->span = place();
    return Value::of(Type::Tensor, object);
}

Value Evaluator::tensor_of_unknown_shape(const Value& reason) {
    auto* object = make<TensorObject>();
    object->is_shape_known = false;
    object->span = place();
    // A number that is read from it is no module.
    auto* copy = make<Unknown>();
    if (reason.is_unknown()) {
        copy->reason = reason.as<Unknown>().reason;
        copy->span = reason.as<Unknown>().span;
    } else {
        copy->reason = message("python.unknown_sizes");
        copy->span = place();
    }
    copy->is_data = true;
    object->shape_reason = Value::of(Type::Unknown, copy);
    return Value::of(Type::Tensor, object);
}

Value Evaluator::tensor_binary(const Value& left, const Value& right) {
    const Value* one = left.is(Type::Tensor) ? &left : &right;
    const Value& other = one == &left ? right : left;
    if (!one->tensor().is_shape_known) return tensor_of_unknown_shape(one->tensor().shape_reason);
    if (other.is_number()) return tensor(one->tensor().shape);
    if (!other.is(Type::Tensor)) return of_unknown_shape(*this, "torch");
    if (!other.tensor().is_shape_known) return tensor_of_unknown_shape(other.tensor().shape_reason);
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
            decide_by(x);
            decide_by(y);
        }
        if (x.whole() == y.whole()) continue;
        if (x.whole() == 1) x = y;
        else if (y.whole() != 1) return of_unknown_shape(*this, "torch");
    }
    return tensor(std::move(a));
}

Value Evaluator::tensor_attribute(const Value& object, std::string_view name) {
    const TensorObject& tensor = object.tensor();
    if (name == "shape") return tensor.is_shape_known ? tuple(tensor.shape) : tensor.shape_reason;
    if (name == "ndim") return tensor.is_shape_known ? Value::of(tensor.shape.size()) : tensor.shape_reason;
    if (name == "data" || name == "grad") return object;
    if (name == "T" || name == "mT") {
        python::Arguments arguments;
        arguments.positional = {object};
        return turn(*this, Value::none(), arguments);
    }
    if (name == "requires_grad") return Value::of(tensor.is_parameter && tensor.is_trainable);
    if (name == "device" || name == "dtype" || name == "is_cuda") return opaque(concat("torch.", name));
    return builtin("tensor method", call_as_method, tuple({object, text(std::string(name))}));
}

std::optional<std::vector<Value>> Evaluator::tensor_items(const Value& object, Value* reason, const Polynomial** length) {
    const TensorObject& source = object.tensor();
    if (!source.is_shape_known || source.shape.empty() || source.shape[0].whole() > 100'000) {
        *reason = source.is_shape_known ? unknown(message("python.unknown_sizes")) : source.shape_reason;
        return std::nullopt;
    }
    if (length != nullptr) *length = source.shape[0].formula;
    else decide_by(source.shape[0]);
    std::vector<Value> items;
    for (std::size_t i = 0; i < static_cast<std::size_t>(source.shape[0].whole()) && count_items(1); ++i) {
        const Value item = tensor({source.shape.begin() + 1, source.shape.end()});
        if (i < source.data.size()) item.tensor().data = {source.data[i]};
        items.push_back(item);
    }
    return items;
}

Value Evaluator::tensor_item(const Value& object, const Value& key) {
    const TensorObject& source = object.tensor();
    if (source.is_shape_known && source.data.size() > 1 && key.is_whole()) {
        const auto at = position(*index_of(key), source.data.size());
        const Value item = tensor({});
        if (at) item.tensor().data = {source.data[*at]};
        return item;
    }
    if (!source.is_shape_known) return tensor_of_unknown_shape(source.shape_reason);
    const std::vector<Value> keys = key.is(Type::Tuple) ? key.items() : std::vector<Value>{key};
    std::size_t named = 0;
    for (const Value& each : keys) named += !each.is(Type::None) && !each.is(Type::Ellipsis);
    if (named > source.shape.size()) return of_unknown_shape(*this, "[]");
    std::vector<Value> shape;
    std::size_t at = 0;
    for (const Value& each : keys) {
        if (each.is(Type::None)) {
            shape.push_back(Value::of(1));
        } else if (each.is(Type::Ellipsis)) {
            for (std::size_t rest = source.shape.size() - named; rest > 0; --rest) shape.push_back(source.shape[at++]);
        } else if (each.is_whole()) {
            ++at;
        } else if (each.is(Type::Slice)) {
            const SliceObject& slice = each.as<SliceObject>();
            const Value size = source.shape[at++];
            const bool is_whole = slice.start.is(Type::None) && slice.stop.is(Type::None) && slice.step.is(Type::None);
            if (is_whole) {
                shape.push_back(size);
                continue;
            }
            decide_by(size);
            if (size.whole() < 0 || size.whole() > 1'000'000) return of_unknown_shape(*this, "[]");
            const auto positions = slice_positions(slice, static_cast<std::size_t>(size.whole()));
            if (!positions) return of_unknown_shape(*this, "[]");
            shape.push_back(Value::of(positions->size()));
        } else {
            return of_unknown_shape(*this, "[]");
        }
    }
    while (at < source.shape.size()) shape.push_back(source.shape[at++]);
    return tensor(std::move(shape));
}

}  // namespace paramscope::open::python
