// Mixtures of experts in a forward pass: topk() gives the numbers of the experts that each token goes to. How
// many tokens an expert gets is data, so a pass assumes it; forward_inputs.cpp compares the work of several
// assumptions.

#include "base/ranges.h"
#include "open/python/state/interpreter.h"
#include "open/python/torch/steps.h"
#include "open/python/torch/torch.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {
namespace {

constexpr Integer kMostExperts = 1024;

/// The tokens of each of `experts`.
std::vector<Integer> rows_of(Routing routing, Integer tokens, Integer chosen, Integer experts) {
    std::vector<Integer> rows;
    for (Integer i = 0; i < experts; ++i) {
        const bool is_taken = routing == Routing::First ? i < chosen : i >= experts - chosen;
        const Integer share = tokens * chosen / experts, rest = tokens * chosen % experts;
        rows.push_back(routing == Routing::Even ? share + (i < rest ? 1 : 0) : is_taken ? tokens : 0);
    }
    return rows;
}

Value marked(ForwardPass& pass, const Value& tensor, Routed routed, const RoutingObject* routing,
             Integer expert = 0) {
    auto* copy = pass.evaluator().make<TensorObject>();
    *copy = tensor.tensor();
    copy->routed = routed;
    copy->routing = routing;
    copy->expert = expert;
    copy->is_mask = copy->is_mask || routed == Routed::Mask;
    return Value::of(Type::Tensor, copy);
}

/// A tensor whose numbers are known.
Value tensor_of(ForwardPass& pass, std::vector<Value> numbers, bool is_scalar) {
    std::vector<Value> shape;
    if (!is_scalar) shape.push_back(Value::of(numbers.size()));
    const Value made = pass.sized(std::move(shape));
    made.tensor().data = std::move(numbers);
    return made;
}

Integer count_of(const TensorObject& mask) {
    return mask.routing->rows[static_cast<std::size_t>(mask.expert)];
}

/// where(mask), mask.nonzero(): the places of one expert's tokens.
Value places(ForwardPass& pass, const Value& mask, bool is_tuple) {
    const Value count = Value::of(count_of(mask.tensor()));
    const std::size_t rank = mask.tensor().shape.size();
    if (!is_tuple) return pass.resize(mask, pass.sized({count, Value::of(rank)}));
    std::vector<Value> found;
    for (std::size_t i = 0; i < rank; ++i) {
        found.push_back(pass.resize(mask, pass.sized({count})));
        found.back().tensor().is_mask = false;
    }
    return pass.evaluator().tuple(std::move(found));
}

std::optional<Value> mask_function(ForwardPass& pass, std::string_view name, const Value& mask,
                                   const Arguments& arguments) {
    if (name == "where" && arguments.positional.size() == 1) return places(pass, mask, true);
    if (name == "nonzero") {
        const Value* as_tuple = arguments.get(1, "as_tuple");
        Value found =
            places(pass, mask, as_tuple != nullptr && decide(pass.evaluator(), *as_tuple) == Truth::True);
        if (found.is(Type::Tensor)) found.tensor().is_mask = false;
        return found;
    }
    if (name != "any" && name != "sum") return std::nullopt;
    const Integer count = count_of(mask.tensor());
    const Value* dim = arguments.get(1, "dim");
    if (dim == nullptr)
        return tensor_of(pass, {name == "any" ? Value::of(count > 0) : Value::of(count)}, true);
    // A token chooses an expert once: any() over its choices keeps the number.
    const std::vector<Value>& shape = mask.tensor().shape;
    const auto at = dim->is_whole() ? position(dim->whole(), shape.size()) : std::nullopt;
    const bool is_choice = at && shape.size() > 1 && *at + 1 == shape.size() &&
                           shape.back().whole() == mask.tensor().routing->chosen;
    if (name != "any" || !is_choice || arguments.get(2, "keepdim") != nullptr) return std::nullopt;
    const Value result = pass.resize(mask, pass.sized({shape.begin(), shape.end() - 1}));
    return marked(pass, result, Routed::Mask, mask.tensor().routing, mask.tensor().expert);
}

std::optional<Value> numbers_function(ForwardPass& pass, std::string_view name, const Value& numbers,
                                      const Arguments& arguments) {
    const RoutingObject& routing = *numbers.tensor().routing;
    std::vector<Value> found;
    if (name == "unique" && arguments.positional.size() == 1 && arguments.named.empty()) {
        for (std::size_t i = 0; i < routing.rows.size(); ++i) {
            if (routing.rows[i] > 0) found.push_back(Value::of(i));
        }
        return tensor_of(pass, std::move(found), false);
    }
    const Value* count =
        arguments.get(name == "bincount" ? 2 : 1, name == "bincount" ? "minlength" : "num_classes");
    const bool has_all = count != nullptr && count->is_whole() && count->whole() == std::ssize(routing.rows);
    if (name == "bincount" && has_all) {
        for (const Integer rows : routing.rows) found.push_back(Value::of(rows));
        return tensor_of(pass, std::move(found), false);
    }
    if (name != "one_hot" || !has_all) return std::nullopt;
    std::vector<Value> shape = numbers.tensor().shape;
    shape.push_back(*count);
    return marked(pass, pass.resize(numbers, pass.sized(std::move(shape))), Routed::Classes, &routing);
}

/// Functions that leave the numbers of a tensor as they are.
bool keeps_numbers(std::string_view name) {
    constexpr std::string_view kNames[] = {"clone", "detach",  "contiguous", "to",    "long",      "int",
                                           "cpu",   "cuda",    "view",       "t",     "reshape",   "flatten",
                                           "type",  "squeeze", "unsqueeze",  "size",  "transpose", "permute",
                                           "numel", "dim",     "item",       "tolist"};
    return contains(kNames, name);
}

}  // namespace

Value ForwardPass::without_routing(const Value& tensor) {
    return tensor.tensor().routed == Routed::No ? tensor : marked(*this, tensor, Routed::No, nullptr);
}

Value expert_numbers(ForwardPass& pass, const Value& scores, std::size_t dim, const Value& indices) {
    const std::vector<Value>& shape = scores.tensor().shape;
    if (pass.routing == Routing::Unknown || pass.is_probing || dim + 1 != shape.size() ||
        !indices.is(Type::Tensor) || !indices.tensor().is_shape_known)
        return indices;
    const Value experts = shape.back(), chosen = indices.tensor().shape.back();
    if (experts.whole() < 2 || experts.whole() > kMostExperts || chosen.whole() < 1 ||
        chosen.whole() > experts.whole())
        return indices;
    Value tokens = Value::of(1);
    for (std::size_t i = 0; i + 1 < shape.size(); ++i)
        tokens = binary(pass.evaluator(), "*", tokens, shape[i]);
    if (!tokens.is_whole() || !checked_multiply(tokens.whole(), chosen.whole())) return indices;
    auto* routing = pass.evaluator().make<RoutingObject>();
    routing->chosen = chosen.whole();
    routing->sizes = shape;
    routing->sizes.push_back(chosen);
    routing->rows = rows_of(pass.routing, tokens.whole(), chosen.whole(), experts.whole());
    return marked(pass, indices, Routed::Numbers, routing);
}

std::optional<Value> routing_function(ForwardPass& pass, std::string_view name, Arguments& arguments) {
    const bool has_tensor = !arguments.positional.empty() && arguments.positional[0].is(Type::Tensor);
    if (!has_tensor || arguments.positional[0].tensor().routed == Routed::No) return std::nullopt;
    const Value x = arguments.positional[0];
    std::optional<Value> result;
    if (x.tensor().routed == Routed::Mask) result = mask_function(pass, name, x, arguments);
    if (x.tensor().routed == Routed::Numbers) result = numbers_function(pass, name, x, arguments);
    if (result) pass.use_routing(*x.tensor().routing);
    if (!result && !keeps_numbers(name)) arguments.positional[0] = pass.without_routing(x);
    return result;
}

std::optional<Value> compare_routed(ForwardPass& pass, std::string_view symbol, const Value& left,
                                    const Value& right) {
    if (!left.is(Type::Tensor)) return std::nullopt;
    const TensorObject& tensor = left.tensor();
    const bool is_number = tensor.is_shape_known && tensor.shape.empty() && tensor.data.size() == 1;
    if (is_number && right.is_number() && !symbol.empty()) {
        const Value result = compare(pass.evaluator(), symbol, tensor.data[0], right);
        if (result.is(Type::Bool)) return tensor_of(pass, {result}, true);
    }
    const bool is_expert = tensor.routed == Routed::Numbers && symbol == "==" && right.is_whole() &&
                           right.whole() >= 0 && right.whole() < std::ssize(tensor.routing->rows);
    if (!is_expert) return std::nullopt;
    pass.use_routing(*tensor.routing);
    return marked(pass, left, Routed::Mask, tensor.routing, right.whole());
}

std::optional<Value> routed_item(ForwardPass& pass, const Value& tensor, const Value& key) {
    const TensorObject& from = tensor.tensor();
    const std::vector<Value>& shape = from.shape;
    if (key.is(Type::Tensor) && key.tensor().routed == Routed::Mask) {
        const std::size_t rank = key.tensor().shape.size();
        if (!key.tensor().is_shape_known || rank > shape.size()) return std::nullopt;
        std::vector<Value> selected = {Value::of(count_of(key.tensor()))};
        selected.insert(selected.end(), shape.begin() + static_cast<std::ptrdiff_t>(rank), shape.end());
        return pass.resize(pass.without_routing(tensor), pass.sized(std::move(selected)));
    }
    const bool is_first = from.routed == Routed::TurnedClasses && key.is_whole();
    const bool is_last = from.routed == Routed::Classes && key.is(Type::Tuple) && key.items().size() == 2 &&
                         key.items()[0].is(Type::Ellipsis) && key.items()[1].is_whole();
    if (!is_first && !is_last) return std::nullopt;
    const Value number = is_first ? key : key.items()[1];
    if (number.whole() < 0 || number.whole() >= std::ssize(from.routing->rows)) return std::nullopt;
    pass.use_routing(*from.routing);
    pass.evaluator().decisions.decide_by(number);
    std::vector<Value> rest = shape;
    rest.erase(is_first ? rest.begin() : rest.end() - 1);
    return marked(pass, pass.resize(tensor, pass.sized(std::move(rest))), Routed::Mask, from.routing,
                  number.whole());
}

void keep_routing(std::string_view function, const Value& from, const Value& result) {
    const TensorObject& tensor = from.tensor();
    constexpr std::string_view kNames[] = {"reshape",   "flatten",   "squeeze",
                                           "unsqueeze", "transpose", "permute"};
    if (tensor.routed == Routed::No || !contains(kNames, function)) return;
    const bool is_turned = function == "transpose" || function == "permute";
    const bool are_classes = tensor.routed == Routed::Classes || tensor.routed == Routed::TurnedClasses;
    if (are_classes && !(is_turned && tensor.routed == Routed::Classes)) return;
    result.tensor().routed = are_classes ? Routed::TurnedClasses : tensor.routed;
    result.tensor().routing = tensor.routing;
    result.tensor().expert = tensor.expert;
}

}  // namespace paramscope::open::python
