// Rules for element-wise operators, and for those that return their input unchanged.
#include <algorithm>

#include "base/concat.h"
#include "open/onnx/translator.h"

namespace paramscope::open::onnx {
namespace {

/// A function of the first input that keeps its shape.
bool unary(Translator& translator, const Node& node, std::string_view function) {
    if (const std::optional<SmallTensor>& values = translator.info(node, 0).values)
        return translator.set_values(node, unknown_items(*values, true));
    const std::string x = translator.expression(node, 0);
    return !x.empty() && translator.bind(node, concat(function, '(', x, ')'));
}

bool identity(Translator& translator, const Node& node, std::string_view) {
    TensorInfo input = translator.info(node, 0);
    if (input.expression.empty() && input.constant == nullptr && !input.shape.is_tensor() &&
        input.shape_of == 0)
        return false;
    return translator.set_output(node, std::move(input));
}

bool binary(Translator& translator, const Node& node, std::string_view sign) {
    const std::string left = translator.expression(node, 0), right = translator.expression(node, 1);
    if (left.empty() || right.empty()) return false;
    if (left == "1" && right == "1")
        return translator.set_values(node, {{}, std::vector<ShapeItem>(1), true});
    return translator.bind(node,
                           concat(left == "1" ? right : left, ' ', sign, ' ', left == "1" ? left : right));
}

/// An activation after a bias is added.
bool biased(Translator& translator, const Node& node, std::string_view function) {
    const std::string x = translator.expression(node, 0), bias = translator.expression(node, 1);
    if (x.empty() || (bias.empty() && node.input(1) != 0)) return false;
    return translator.bind(node, concat(function, '(', x, bias.empty() ? "" : " + ", bias, ')'));
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
bool broadcast_all(Translator& translator, const Node& node, std::string_view function) {
    std::vector<std::string> operands;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        std::string x = translator.expression(node, i);
        if (x.empty()) return false;
        if (x != "1") operands.push_back(std::move(x));
    }
    if (operands.empty()) return translator.set_values(node, {{}, std::vector<ShapeItem>(1)});
    if (!function.empty()) return translator.bind(node, concat(function, '(', join(operands), ')'));
    if (operands.size() == 1) operands.emplace_back("1");
    return translator.bind(node, join(operands, " + "));
}

/// Rotary positions keep the shape; they are counted as a product.
bool rotate(Translator& translator, const Node& node, std::string_view) {
    const std::string x = translator.expression(node, 0);
    for (std::size_t i = 1; i < node.inputs.size(); ++i) translator.keep_as_buffer(node, i);
    return !x.empty() && translator.bind(node, x + " * 1");
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
    {"FastGelu", biased, "gelu"},
    {"BiasGelu", biased, "gelu"},
    {"QuickGelu", unary, "gelu"},
    {"Swish", unary, "silu"},
    {"BiasAdd", binary, "+"},
    {"RotaryEmbedding", rotate},
    {"Tanh", unary, "tanh"},
    {"Softplus", unary, "softplus"},
    {"Softsign", unary, "sigmoid"},
    {"Softmax", unary, "softmax"},
    {"LogSoftmax", unary, "log_softmax"},
    {"Exp", unary, "exp"},
    {"Log", unary, "exp"},
    {"Erf", unary, "exp"},
    {"Sin", unary, "sin"},
    {"Cos", unary, "cos"},
    {"Tan", unary, "sin"},
    {"Atan", unary, "sin"},
    {"Asin", unary, "sin"},
    {"Acos", unary, "cos"},
    {"Sinh", unary, "exp"},
    {"Cosh", unary, "exp"},
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
    {"IsInf", unary, "abs"},
    {"BitwiseNot", unary, "abs"},
    {"CumSum", unary, "abs"},
    {"Trilu", unary, "abs"},
    {"ReverseSequence", unary, "roll"},
    {"Hardmax", unary, "softmax"},
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
    {"Where", broadcast_all, "where"},
    {"Equal", broadcast_all},
    {"Less", broadcast_all},
    {"LessOrEqual", broadcast_all},
    {"Greater", broadcast_all},
    {"GreaterOrEqual", broadcast_all},
    {"And", broadcast_all},
    {"Or", broadcast_all},
    {"Xor", broadcast_all},
    {"BitShift", broadcast_all},
    {"BitwiseAnd", broadcast_all},
    {"BitwiseOr", broadcast_all},
    {"BitwiseXor", broadcast_all},
    {"Identity", identity},
    {"Dropout", identity},
    {"Cast", identity},
    {"CastLike", identity},
    {"ImageScaler", identity},
};

}  // namespace

std::span<const OperatorRule> element_operators() {
    return kElementRules;
}

}  // namespace paramscope::open::onnx
