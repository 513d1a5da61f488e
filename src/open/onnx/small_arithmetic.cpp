// Operators that compute with the elements of small tensors.
#include <algorithm>

#include "algebra/whole_quotients.h"
#include "open/onnx/small_tensor.h"

namespace paramscope::open::onnx {
namespace {

/// A value that is at most that of the formula, whose symbols are sizes of 1 or more; nullopt where none is
/// seen.
std::optional<Rational> least(const Polynomial& formula) {
    Polynomial sum;
    for (const Term& term : formula.terms()) {
        if (!term.monomial.empty() && term.coefficient < 0) return std::nullopt;
        for (const Power& power : term.monomial) {
            if (!power.atom.is_symbol() || power.exponent < 0) return std::nullopt;
        }
        sum += term.coefficient;
    }
    return sum.constant();
}

std::optional<bool> is_equal(const Polynomial& a, const Polynomial& b) {
    if (a == b) return true;
    if (is_less(a, b) == true || is_less(b, a) == true) return false;
    return std::nullopt;
}

ShapeItem truth(std::optional<bool> value) {
    return value ? ShapeItem{*value ? 1 : 0} : ShapeItem();
}

std::optional<bool> truth_of(const Polynomial& size) {
    return is_equal(size, 0) ? std::optional(!*is_equal(size, 0)) : std::nullopt;
}

std::optional<bool> negated(std::optional<bool> value) {
    return value ? std::optional(!*value) : std::nullopt;
}

bool is_never_negative(const Polynomial& size) {
    const std::optional<Rational> smallest = least(size);
    return smallest && *smallest >= 0;
}

/// Whole numbers round to zero, which is down for what is never negative.
ShapeItem divide(const Polynomial& a, const Polynomial& b, bool is_float) {
    if (b.is_zero()) return {};
    if (is_float) return {a / b};
    return is_never_negative(a) && is_less(0, b) == true ? ShapeItem{floor_divide_whole(a, b)} : ShapeItem();
}

ShapeItem rest(const Polynomial& a, const Polynomial& b) {
    return is_never_negative(a) && is_less(0, b) == true ? ShapeItem{modulo_whole(a, b)} : ShapeItem();
}

/// The smaller or larger of two, where it is the same for all sizes or a formula says it.
ShapeItem extreme(const Polynomial& a, const Polynomial& b, bool is_smaller) {
    const std::optional<bool> a_is_less = is_less(a, b);
    if (a_is_less) return {*a_is_less == is_smaller ? a : b};
    return {is_smaller ? min(a, b) : max(a, b)};
}

ShapeItem power(const Polynomial& a, const Polynomial& b) {
    const std::optional<std::int64_t> exponent = ShapeItem{b}.number();
    return exponent && *exponent >= 0 && *exponent <= 4 ? ShapeItem{pow(a, b)} : ShapeItem();
}

/// An operator on two elements that are known.
ShapeItem combine(std::string_view op, const Polynomial& a, const Polynomial& b, bool is_float) {
    if (op == "Add") return {a + b};
    if (op == "Sub") return {a - b};
    if (op == "Mul") return {a * b};
    if (op == "Div") return divide(a, b, is_float);
    if (op == "Mod") return rest(a, b);
    if (op == "Pow") return power(a, b);
    if (op == "Min" || op == "Max") return extreme(a, b, op == "Min");
    if (op == "Equal") return truth(is_equal(a, b));
    if (op == "Less") return truth(is_less(a, b));
    if (op == "Greater") return truth(is_less(b, a));
    if (op == "LessOrEqual") return truth(negated(is_less(b, a)));
    if (op == "GreaterOrEqual") return truth(negated(is_less(a, b)));
    const std::optional<bool> left = truth_of(a), right = truth_of(b);
    if (!left || !right) return {};
    return truth(op == "And" ? *left && *right : op == "Or" ? *left || *right : *left != *right);
}

bool compares(std::string_view op) {
    return op.ends_with("Equal") || op == "Less" || op == "Greater" || op == "And" || op == "Or" ||
           op == "Xor";
}

SmallResult combine(std::string_view op, const SmallTensor& a, const SmallTensor& b) {
    const std::optional<Numbers> dims = broadcast_dims(a.dims, b.dims);
    const SmallResult left = dims ? expanded(a, *dims) : std::nullopt,
                      right = dims ? expanded(b, *dims) : std::nullopt;
    if (!left || !right) return std::nullopt;
    SmallTensor made = unknown_items(*left, !compares(op) && (a.is_float || b.is_float));
    for (std::size_t i = 0; i < made.items.size(); ++i) {
        const Polynomial &x = left->items[i].size, &y = right->items[i].size;
        if (is_known(x) && is_known(y)) made.items[i] = combine(op, x, y, a.is_float);
    }
    return made;
}

/// Operators on two tensors, and those on any number of them.
SmallResult combine_all(const SmallCall& call) {
    SmallResult result = *call.inputs.front();
    for (std::size_t i = 1; i < call.inputs.size() && result; ++i) {
        if (call.inputs[i] == nullptr) return std::nullopt;
        result = combine(call.node.op, *result, *call.inputs[i]);
    }
    return result;
}

SmallResult chosen(const SmallCall& call) {
    const SmallTensor *condition = call.input(0), *yes = call.input(1), *no = call.input(2);
    if (condition == nullptr || yes == nullptr || no == nullptr) return std::nullopt;
    std::optional<Numbers> dims = broadcast_dims(yes->dims, no->dims);
    if (dims) dims = broadcast_dims(*dims, condition->dims);
    if (!dims) return std::nullopt;
    const SmallResult asked = expanded(*condition, *dims), a = expanded(*yes, *dims),
                      b = expanded(*no, *dims);
    if (!asked || !a || !b) return std::nullopt;
    SmallTensor made = unknown_items(*a, yes->is_float);
    for (std::size_t i = 0; i < made.items.size(); ++i) {
        const ShapeItem &x = a->items[i], &y = b->items[i];
        const std::optional<bool> is_yes =
            is_known(asked->items[i].size) ? truth_of(asked->items[i].size) : std::nullopt;
        if (is_yes)
            made.items[i] = *is_yes ? x : y;
        else if (x.size == y.size && is_known(x.size))
            made.items[i] = x;
    }
    return made;
}

/// One element after an operator on it alone.
ShapeItem change(std::string_view op, const Polynomial& x, bool is_float) {
    if (op == "Neg") return {-x};
    if (op == "Not") return truth(negated(truth_of(x)));
    if (op == "Floor") return {is_float ? floor_divide_whole(x, 1) : x};
    if (op == "Ceil") return {is_float ? -floor_divide_whole(-x, 1) : x};
    if (op == "Abs") return is_never_negative(x) ? ShapeItem{x} : ShapeItem();
    return {};
}

SmallResult change_all(const SmallCall& call) {
    const SmallTensor& x = *call.inputs.front();
    SmallTensor made = unknown_items(x, x.is_float && call.node.op != "Not");
    for (std::size_t i = 0; i < made.items.size(); ++i) {
        if (is_known(x.items[i].size)) made.items[i] = change(call.node.op, x.items[i].size, x.is_float);
    }
    return made;
}

/// Whole numbers are what is left of floats without their fractions.
SmallResult cast(const SmallCall& call) {
    SmallTensor made = *call.inputs.front();
    const SmallTensor* like = call.node.op == "CastLike" ? call.input(1) : nullptr;
    const std::int64_t type = call.node.integer("to", kInt64);
    const bool to_float =
        like != nullptr ? like->is_float : type == kFloat || type == 10 || type == 11 || type == 16;
    if (made.is_float && !to_float) {
        for (ShapeItem& item : made.items) {
            if (!is_known(item.size)) continue;
            item = is_never_negative(item.size) || item.number() ? ShapeItem{floor_divide_whole(item.size, 1)}
                                                                 : ShapeItem();
        }
    }
    made.is_float = to_float;
    return made;
}

SmallResult unchanged(const SmallCall& call) {
    return *call.inputs.front();
}

/// An operator on all elements along some dimensions.
SmallResult reduced(const SmallCall& call) {
    const SmallTensor& x = *call.inputs.front();
    const std::size_t rank = x.dims.size();
    const bool names_axes = call.input(1) != nullptr || call.node.find("axes") != nullptr;
    const std::optional<Numbers> axes = names_axes ? call.numbers(1, "axes") : Numbers();
    if (!axes || (axes->empty() && call.node.integer("noop_with_empty_axes", 0) != 0)) return std::nullopt;
    std::vector<bool> is_reduced(rank, axes->empty());
    for (const std::int64_t axis : *axes) {
        const std::optional<std::size_t> dim = axis_of(axis, rank);
        if (!dim) return std::nullopt;
        is_reduced[*dim] = true;
    }
    Numbers kept = x.dims, shown;
    for (std::size_t i = 0; i < rank; ++i) {
        if (is_reduced[i]) kept[i] = 1;
        if (!is_reduced[i] || call.node.integer("keepdims", 1) != 0) shown.push_back(kept[i]);
    }
    const std::string op = call.node.op == "ReduceSum"    ? "Add"
                           : call.node.op == "ReduceProd" ? "Mul"
                           : call.node.op == "ReduceMax"  ? "Max"
                                                          : "Min";
    const Numbers strides = strides_of(kept);
    std::vector<std::optional<ShapeItem>> results(static_cast<std::size_t>(element_count(kept).value_or(0)));
    Numbers position(rank);
    for (const ShapeItem& item : x.items) {
        std::int64_t index = 0;
        for (std::size_t i = 0; i < rank; ++i) index += is_reduced[i] ? 0 : position[i] * strides[i];
        std::optional<ShapeItem>& result = results[static_cast<std::size_t>(index)];
        if (!result)
            result = item;
        else if (is_known(result->size) && is_known(item.size))
            result = combine(op, result->size, item.size, x.is_float);
        else
            result = ShapeItem();
        advance(position, x.dims);
    }
    SmallTensor made{std::move(shown), {}, x.is_float};
    for (const std::optional<ShapeItem>& result : results) made.items.push_back(result.value_or(ShapeItem()));
    return made;
}

constexpr SmallRule kArithmeticRules[] = {
    {"Add", combine_all},
    {"Sub", combine_all},
    {"Mul", combine_all},
    {"Div", combine_all},
    {"Mod", combine_all},
    {"Pow", combine_all},
    {"Min", combine_all},
    {"Max", combine_all},
    {"Equal", combine_all},
    {"Less", combine_all},
    {"LessOrEqual", combine_all},
    {"Greater", combine_all},
    {"GreaterOrEqual", combine_all},
    {"And", combine_all},
    {"Or", combine_all},
    {"Xor", combine_all},
    {"Where", chosen},
    {"Neg", change_all},
    {"Abs", change_all},
    {"Not", change_all},
    {"Floor", change_all},
    {"Ceil", change_all},
    {"Round", change_all},
    {"Sqrt", change_all},
    {"Reciprocal", change_all},
    {"Exp", change_all},
    {"Log", change_all},
    {"Cast", cast},
    {"CastLike", cast},
    {"Identity", unchanged},
    {"ReduceProd", reduced},
    {"ReduceSum", reduced},
    {"ReduceMax", reduced},
    {"ReduceMin", reduced},
};

}  // namespace

std::optional<bool> is_less(const Polynomial& a, const Polynomial& b) {
    if (const auto gap = least(b - a); gap && *gap > 0) return true;
    if (const auto gap = least(a - b); gap && *gap >= 0) return false;
    return std::nullopt;
}

std::span<const SmallRule> arithmetic_rules() {
    return kArithmeticRules;
}

}  // namespace paramscope::open::onnx
