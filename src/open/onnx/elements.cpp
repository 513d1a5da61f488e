// Operators that work element by element, and those that do nothing.
#include <algorithm>

#include "base/concat.h"
#include "open/onnx/translator.h"

namespace paramscope::open::onnx {
namespace {

using Sizes = std::optional<std::vector<std::string>>;

/// The first input goes through a function that keeps its shape.
bool through(Translator& to, const Node& node, std::string_view function) {
    const std::string x = to.said(node, 0);
    return !x.empty() && to.bind(node, concat(function, '(', x, ')'), to.known(node, 0).sizes);
}

bool pass(Translator& to, const Node& node, std::string_view) {
    Known known = to.known(node, 0);
    if (known.said.empty() && known.constant == nullptr && !known.items && known.shape_of.empty())
        return false;
    return to.alias(node, std::move(known));
}

/// A size of two tensors laid over each other; "" where it is not known.
std::string broadcast_size(const std::string& a, const std::string& b) {
    if (a == b || b == "1") return a;
    return a == "1" ? b : std::string();
}

Sizes broadcast(const Sizes& a, const Sizes& b) {
    if (!a || !b) return std::nullopt;
    std::vector<std::string> sizes(std::max(a->size(), b->size()), "1");
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const auto from_end = [&](const std::vector<std::string>& given) {
            return i < given.size() ? given[given.size() - 1 - i] : std::string("1");
        };
        sizes[sizes.size() - 1 - i] = broadcast_size(from_end(*a), from_end(*b));
    }
    return sizes;
}

/// The same operator on shapes; sizes that are not numbers are known no more.
Item combined(const Item& a, const Item& b, std::string_view sign) {
    const std::optional<std::int64_t> left = a.number(), right = b.number();
    std::int64_t result = 0;
    if (!left || !right) return {};
    if (sign == "+" && !__builtin_add_overflow(*left, *right, &result)) return {std::to_string(result)};
    if (sign == "-" && !__builtin_sub_overflow(*left, *right, &result)) return {std::to_string(result)};
    if (sign == "*" && !__builtin_mul_overflow(*left, *right, &result)) return {std::to_string(result)};
    if (sign == "/" && *right > 0 && *left >= 0) return {std::to_string(*left / *right)};
    return {};
}

bool on_shapes(Translator& to, const Node& node, std::string_view sign) {
    const std::vector<Item>& a = *to.known(node, 0).items;
    const std::vector<Item>& b = *to.known(node, 1).items;
    std::vector<Item> items(std::max(a.size(), b.size()));
    if ((a.size() != 1 && a.size() != items.size()) || (b.size() != 1 && b.size() != items.size()))
        return false;
    for (std::size_t i = 0; i < items.size(); ++i) {
        items[i] = combined(a[a.size() == 1 ? 0 : i], b[b.size() == 1 ? 0 : i], sign);
    }
    return to.alias(node, {{}, nullptr, std::move(items), {}, {}});
}

bool between(Translator& to, const Node& node, std::string_view sign) {
    const Known a = to.known(node, 0), b = to.known(node, 1);
    if (a.said.empty() && b.said.empty() && a.items && b.items) return on_shapes(to, node, sign);
    const std::string left = to.said(node, 0), right = to.said(node, 1);
    if (left.empty() || right.empty()) {
        // One side is a number out of shapes: the other keeps its shape.
        const bool is_scaled = (left.empty() && a.items && a.items->size() == 1) ||
                               (right.empty() && b.items && b.items->size() == 1);
        if (!is_scaled || (left.empty() && right.empty())) return false;
        return to.bind(node, concat(left.empty() ? right : left, ' ', sign, " 1"),
                       left.empty() ? b.sizes : a.sizes);
    }
    return to.bind(node, concat(left, ' ', sign, ' ', right), broadcast(a.sizes, b.sizes));
}

/// Several inputs of one shape.
bool sum(Translator& to, const Node& node, std::string_view) {
    std::string line;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const std::string x = to.said(node, i);
        if (x.empty()) return false;
        line += concat(i == 0 ? "" : " + ", x);
    }
    return !line.empty() && to.bind(node, std::move(line), to.known(node, 0).sizes);
}

/// What a comparison or a choice gives has the shape of all its inputs together.
bool together(Translator& to, const Node& node, std::string_view) {
    std::string line;
    Sizes sizes = std::vector<std::string>();
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const std::string x = to.said(node, i);
        if (x.empty()) continue;
        line += concat(line.empty() ? "" : " + ", x);
        sizes = broadcast(sizes, to.known(node, i).sizes);
    }
    return line.find('+') != std::string::npos && to.bind(node, std::move(line), std::move(sizes));
}

bool parametric_relu(Translator& to, const Node& node, std::string_view) {
    const std::string x = to.said(node, 0);
    const Tensor* slope = to.constant(node, 1);
    const std::optional<std::uint64_t> count = slope == nullptr ? std::nullopt : elements(slope->dims);
    if (x.empty() || !count) return false;
    const std::string called = to.layer(node, slope, concat("PReLU(", *count));
    return to.bind(node, concat(called, '(', x, ')'), to.known(node, 0).sizes);
}

constexpr OperatorRule kRules[] = {
    {"Relu", through, "relu"},
    {"Clip", through, "relu6"},
    {"LeakyRelu", through, "leaky_relu"},
    {"Elu", through, "elu"},
    {"Selu", through, "elu"},
    {"Celu", through, "elu"},
    {"ThresholdedRelu", through, "relu"},
    {"PRelu", parametric_relu},
    {"Sigmoid", through, "sigmoid"},
    {"HardSigmoid", through, "hardsigmoid"},
    {"HardSwish", through, "hardswish"},
    {"Mish", through, "mish"},
    {"Gelu", through, "gelu"},
    {"FastGelu", through, "gelu"},
    {"Tanh", through, "tanh"},
    {"Softplus", through, "softplus"},
    {"Softsign", through, "sigmoid"},
    {"Softmax", through, "softmax"},
    {"LogSoftmax", through, "log_softmax"},
    {"Exp", through, "exp"},
    {"Log", through, "exp"},
    {"Erf", through, "exp"},
    {"Sin", through, "exp"},
    {"Cos", through, "exp"},
    {"Sqrt", through, "sqrt"},
    {"Reciprocal", through, "sqrt"},
    {"Abs", through, "abs"},
    {"Neg", through, "abs"},
    {"Sign", through, "abs"},
    {"Floor", through, "abs"},
    {"Ceil", through, "abs"},
    {"Round", through, "abs"},
    {"Not", through, "abs"},
    {"IsNaN", through, "abs"},
    {"CumSum", through, "abs"},
    {"LpNormalization", through, "normalize"},
    {"LRN", through, "normalize"},
    {"MeanVarianceNormalization", through, "normalize"},
    {"Add", between, "+"},
    {"Sub", between, "-"},
    {"Mul", between, "*"},
    {"Div", between, "/"},
    {"Pow", between, "*"},
    {"Mod", between, "/"},
    {"Sum", sum},
    {"Max", sum},
    {"Min", sum},
    {"Mean", sum},
    {"Where", together},
    {"Equal", together},
    {"Less", together},
    {"LessOrEqual", together},
    {"Greater", together},
    {"GreaterOrEqual", together},
    {"And", together},
    {"Or", together},
    {"Identity", pass},
    {"Dropout", pass},
    {"Cast", pass},
    {"CastLike", pass},
    {"QuantizeLinear", pass},
    {"DequantizeLinear", pass},
    {"ImageScaler", pass},
};

}  // namespace

std::span<const OperatorRule> element_operators() {
    return kRules;
}

}  // namespace paramscope::open::onnx
