// Rules for element-wise operators, and for those that return their input unchanged.
#include <algorithm>

#include "base/concat.h"
#include "open/onnx/translator.h"

namespace paramscope::open::onnx {
namespace {

/// A function of the first input that keeps its shape.
bool unary(Translator& translator, const Node& node, std::string_view function) {
    const std::string x = translator.expression(node, 0);
    return !x.empty() && translator.bind(node, concat(function, '(', x, ')'));
}

bool identity(Translator& translator, const Node& node, std::string_view) {
    TensorInfo input = translator.info(node, 0);
    if (input.expression.empty() && input.constant == nullptr && !input.items && input.shape_of == 0)
        return false;
    return translator.set_output(node, std::move(input));
}

/// Applies `sign` to two sizes; the result is unknown unless both are numbers.
ShapeItem evaluate(const ShapeItem& a, const ShapeItem& b, std::string_view sign) {
    const std::optional<std::int64_t> left = a.number(), right = b.number();
    if (!left || !right) return {};
    if (sign == "/") return *right > 0 && *left >= 0 ? ShapeItem{*left / *right} : ShapeItem();
    return {sign == "+" ? a.size + b.size : sign == "-" ? a.size - b.size : a.size * b.size};
}

/// A binary operator on two tensors that hold shapes.
bool shape_arithmetic(Translator& translator, const Node& node, std::string_view sign) {
    const std::vector<ShapeItem>& a = *translator.info(node, 0).items;
    const std::vector<ShapeItem>& b = *translator.info(node, 1).items;
    std::vector<ShapeItem> items(std::max(a.size(), b.size()));
    if ((a.size() != 1 && a.size() != items.size()) || (b.size() != 1 && b.size() != items.size()))
        return false;
    for (std::size_t i = 0; i < items.size(); ++i) {
        items[i] = evaluate(a[a.size() == 1 ? 0 : i], b[b.size() == 1 ? 0 : i], sign);
    }
    return translator.set_output(node, {{}, nullptr, std::move(items), {}, {}});
}

bool binary(Translator& translator, const Node& node, std::string_view sign) {
    const TensorInfo a = translator.info(node, 0), b = translator.info(node, 1);
    if (a.expression.empty() && b.expression.empty() && a.items && b.items)
        return shape_arithmetic(translator, node, sign);
    const std::string left = translator.expression(node, 0), right = translator.expression(node, 1);
    if (left.empty() || right.empty()) {
        // One side is a number computed from shapes: the other keeps its shape.
        const bool is_scaled = (left.empty() && a.items && a.items->size() == 1) ||
                               (right.empty() && b.items && b.items->size() == 1);
        if (!is_scaled || (left.empty() && right.empty())) return false;
        return translator.bind(node, concat(left.empty() ? right : left, ' ', sign, " 1"));
    }
    return translator.bind(node, concat(left, ' ', sign, ' ', right));
}

/// An element-wise operator on any number of inputs of one shape; counted as additions.
bool sum(Translator& translator, const Node& node, std::string_view) {
    std::string line;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const std::string x = translator.expression(node, i);
        if (x.empty()) return false;
        line += concat(i == 0 ? "" : " + ", x);
    }
    return !line.empty() && translator.bind(node, line, 0, translator.info(node, 0).shape);
}

/// A comparison or selection: the output has the broadcast shape of all inputs.
bool broadcast_all(Translator& translator, const Node& node, std::string_view) {
    std::string line;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const std::string x = translator.expression(node, i);
        if (x.empty()) continue;
        line += concat(line.empty() ? "" : " + ", x);
    }
    return line.find('+') != std::string::npos && translator.bind(node, line);
}

bool parametric_relu(Translator& translator, const Node& node, std::string_view) {
    const std::string x = translator.expression(node, 0);
    const Tensor* slope = translator.constant(node, 1);
    const std::optional<std::uint64_t> count = slope == nullptr ? std::nullopt : element_count(slope->dims);
    if (x.empty() || !count) return false;
    const std::string path =
        translator.add_layer(node, {{slope, {"weight"}, *count}}, concat("PReLU(", *count));
    return translator.bind(node, concat(path, '(', x, ')'));
}

constexpr OperatorRule kElementRules[] = {
    {"Relu", unary, "relu"},
    {"Clip", unary, "relu6"},
    {"LeakyRelu", unary, "leaky_relu"},
    {"Elu", unary, "elu"},
    {"Selu", unary, "elu"},
    {"Celu", unary, "elu"},
    {"ThresholdedRelu", unary, "relu"},
    {"PRelu", parametric_relu},
    {"Sigmoid", unary, "sigmoid"},
    {"HardSigmoid", unary, "hardsigmoid"},
    {"HardSwish", unary, "hardswish"},
    {"Mish", unary, "mish"},
    {"Gelu", unary, "gelu"},
    {"FastGelu", unary, "gelu"},
    {"Tanh", unary, "tanh"},
    {"Softplus", unary, "softplus"},
    {"Softsign", unary, "sigmoid"},
    {"Softmax", unary, "softmax"},
    {"LogSoftmax", unary, "log_softmax"},
    {"Exp", unary, "exp"},
    {"Log", unary, "exp"},
    {"Erf", unary, "exp"},
    {"Sin", unary, "exp"},
    {"Cos", unary, "exp"},
    {"Sqrt", unary, "sqrt"},
    {"Reciprocal", unary, "sqrt"},
    {"Abs", unary, "abs"},
    {"Neg", unary, "abs"},
    {"Sign", unary, "abs"},
    {"Floor", unary, "abs"},
    {"Ceil", unary, "abs"},
    {"Round", unary, "abs"},
    {"Not", unary, "abs"},
    {"IsNaN", unary, "abs"},
    {"CumSum", unary, "abs"},
    {"LpNormalization", unary, "normalize"},
    {"LRN", unary, "normalize"},
    {"MeanVarianceNormalization", unary, "normalize"},
    {"Add", binary, "+"},
    {"Sub", binary, "-"},
    {"Mul", binary, "*"},
    {"Div", binary, "/"},
    {"Pow", binary, "*"},
    {"Mod", binary, "/"},
    {"Sum", sum},
    {"Max", sum},
    {"Min", sum},
    {"Mean", sum},
    {"Where", broadcast_all},
    {"Equal", broadcast_all},
    {"Less", broadcast_all},
    {"LessOrEqual", broadcast_all},
    {"Greater", broadcast_all},
    {"GreaterOrEqual", broadcast_all},
    {"And", broadcast_all},
    {"Or", broadcast_all},
    {"Identity", identity},
    {"Dropout", identity},
    {"Cast", identity},
    {"CastLike", identity},
    {"QuantizeLinear", identity},
    {"DequantizeLinear", identity},
    {"ImageScaler", identity},
};

}  // namespace

std::span<const OperatorRule> element_operators() {
    return kElementRules;
}

}  // namespace paramscope::open::onnx
