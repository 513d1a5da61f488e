// Quantised operators as the operators on floats that they compute.
#include "base/ranges.h"
#include "open/onnx/translator.h"

namespace paramscope::open::onnx {
namespace {

constexpr int kNone = -1;

/// A quantised operator: its inputs that the plain one has, in the plain one's order.
struct QuantizedForm {
    std::string_view op;
    std::string_view plain;
    int inputs[5] = {kNone, kNone, kNone, kNone, kNone};
};

constexpr QuantizedForm kForms[] = {
    {"QuantizeLinear", "Identity", {0, kNone, kNone, kNone, kNone}},
    {"DequantizeLinear", "Identity", {0, kNone, kNone, kNone, kNone}},
    {"DynamicQuantizeLinear", "Identity", {0, kNone, kNone, kNone, kNone}},
    {"ConvInteger", "Conv", {0, 1, kNone, kNone, kNone}},
    {"QLinearConv", "Conv", {0, 3, 8, kNone, kNone}},
    {"MatMulInteger", "MatMul", {0, 1, kNone, kNone, kNone}},
    {"MatMulIntegerToFloat", "Gemm", {0, 1, 6, kNone, kNone}},
    {"DynamicQuantizeMatMul", "Gemm", {0, 1, 4, kNone, kNone}},
    {"QLinearMatMul", "MatMul", {0, 3, kNone, kNone, kNone}},
    {"QGemm", "Gemm", {0, 3, 6, kNone, kNone}},
    {"QAttention", "Attention", {0, 1, 2, 5, 8}},
    {"QLinearAdd", "Add", {0, 3, kNone, kNone, kNone}},
    {"QLinearMul", "Mul", {0, 3, kNone, kNone, kNone}},
    {"QLinearSigmoid", "Sigmoid", {0, kNone, kNone, kNone, kNone}},
    {"QLinearLeakyRelu", "LeakyRelu", {0, kNone, kNone, kNone, kNone}},
    {"QLinearSoftmax", "Softmax", {0, kNone, kNone, kNone, kNone}},
    {"QLinearGlobalAveragePool", "GlobalAveragePool", {0, kNone, kNone, kNone, kNone}},
    {"QLinearAveragePool", "AveragePool", {0, kNone, kNone, kNone, kNone}},
    {"QLinearReduceMean", "ReduceMean", {0, kNone, kNone, kNone, kNone}},
};

/// QLinearConcat(scale, zero point, then each part with its scale and zero point).
Node plain_concat(const Node& node) {
    Node plain = node;
    plain.op = "Concat";
    plain.inputs.clear();
    for (std::size_t i = 2; i < node.inputs.size(); i += 3) plain.inputs.push_back(node.inputs[i]);
    return plain;
}

}  // namespace

std::optional<Node> plain_form(const Node& node) {
    if (node.op == "QLinearConcat") return plain_concat(node);
    const QuantizedForm* form = find_by(kForms, &QuantizedForm::op, node.op);
    if (form == nullptr) return std::nullopt;
    Node plain = node;
    plain.op = form->plain;
    plain.inputs.clear();
    for (const int input : form->inputs) {
        if (input != kNone) plain.inputs.push_back(node.input(static_cast<std::size_t>(input)));
    }
    return plain;
}

}  // namespace paramscope::open::onnx
