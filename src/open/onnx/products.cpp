// Rules for matrix products: with a weight they become linear layers.
#include "base/concat.h"
#include "open/onnx/translator.h"

namespace paramscope::open::onnx {
namespace {

/// A product with a weight is a linear layer, unless the graph computes the weight.
bool linear(Translator& translator, const Node& node, std::string_view) {
    const Tensor* weight = translator.info(node, 1).is_computed() ? nullptr : translator.constant(node, 1);
    const std::string x = translator.expression(node, 0);
    if (weight == nullptr || weight->dims.size() != 2 || !element_count(weight->dims) || x.empty() ||
        node.integer("transA", 0) != 0)
        return false;
    const bool is_transposed = node.integer("transB", 0) != 0;
    const std::int64_t inputs = weight->dims[is_transposed ? 1 : 0],
                       outputs = weight->dims[is_transposed ? 0 : 1];
    const std::optional<LayerWeight> vector = read_bias(translator, node, 2, outputs);
    const LayerWeight bias = vector.value_or(LayerWeight());
    const std::string addend = vector ? std::string() : translator.expression(node, 2);
    if (!vector && addend.empty()) return false;
    const std::string path = translator.add_layer(
        node,
        {{weight,
          {"weight"},
          count_of(*weight),
          concat(std::to_string(outputs), ", ", std::to_string(inputs))},
         bias},
        concat("Linear(", std::to_string(inputs), ", ", std::to_string(outputs), bias_argument(bias)));
    return translator.bind(node, concat(path, '(', x, ')', addend.empty() ? "" : " + ", addend));
}

/// An input of a product, its last two dimensions swapped if the attribute says so; "" when it is not known.
std::string factor(Translator& translator, const Node& node, std::size_t input, std::string_view attribute) {
    std::string x = translator.expression(node, input);
    return x.empty() || node.integer(attribute, 0) == 0 ? x : concat("transpose(", x, ", -2, -1)");
}

bool general_matmul(Translator& translator, const Node& node) {
    const std::string a = factor(translator, node, 0, "transA"), b = factor(translator, node, 1, "transB");
    return !a.empty() && !b.empty() && translator.bind(node, concat("matmul(", a, ", ", b, ')'));
}

/// Gemm with factors that are no weights.
bool general_product(Translator& translator, const Node& node, std::string_view function) {
    if (linear(translator, node, function)) return true;
    const std::string a = factor(translator, node, 0, "transA"), b = factor(translator, node, 1, "transB"),
                      addend = translator.expression(node, 2);
    if (a.empty() || b.empty() || (addend.empty() && node.input(2) != 0)) return false;
    return translator.bind(node, concat("matmul(", a, ", ", b, ')', addend.empty() ? "" : " + ", addend));
}

/// A matrix of weights on the right is a linear layer without bias.
bool matmul(Translator& translator, const Node& node, std::string_view) {
    const TensorInfo right = translator.info(node, 1);
    const bool is_weight = !right.is_computed() && right.constant != nullptr &&
                           right.constant->dims.size() == 2 && !right.constant->is_literal;
    const bool is_batched = node.integer("transBatchA", 0) != 0 || node.integer("transBatchB", 0) != 0;
    if (is_batched) return false;
    if (is_weight && translator.constant(node, 0) == nullptr && linear(translator, node, {})) return true;
    return general_matmul(translator, node);
}

/// com.microsoft: a linear layer whose weight is packed, (outputs, blocks, bytes of a block).
bool packed_linear(Translator& translator, const Node& node, std::string_view) {
    const Tensor* weight = translator.constant(node, 1);
    const std::string x = translator.expression(node, 0);
    const std::int64_t inputs = node.integer("K", 0), outputs = node.integer("N", 0);
    constexpr std::int64_t kMost = std::int64_t{1} << 30;
    if (weight == nullptr || x.empty() || inputs < 1 || outputs < 1 || inputs > kMost || outputs > kMost)
        return false;
    for (const std::size_t stored : {2u, 3u, 4u}) translator.keep_as_buffer(node, stored);
    const std::optional<LayerWeight> bias = read_bias(translator, node, 5, outputs);
    if (!bias) return false;
    const std::string sizes = concat(std::to_string(inputs), ", ", std::to_string(outputs));
    const std::int64_t bits = node.integer("bits", 4);
    std::vector<std::string> lines;
    if (bits == 4 || bits == 8)
        lines.push_back(concat("(weight): Parameter(", std::to_string(outputs), ", ", std::to_string(inputs),
                               ", dtype=int", std::to_string(bits), ')'));
    const std::string path = translator.add_layer(
        node,
        {{weight, {"weight"}, static_cast<std::uint64_t>(inputs) * static_cast<std::uint64_t>(outputs)},
         *bias},
        concat("Linear(", sizes, bias_argument(*bias)), std::move(lines));
    return translator.bind(node, concat(path, '(', x, ')'));
}

bool einsum(Translator& translator, const Node& node, std::string_view) {
    const Attribute* equation = node.find("equation");
    if (equation == nullptr) return false;
    std::string line = "einsum(", text;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
        const std::string x = translator.expression(node, i);
        if (x.empty() || x == "1") return false;
        append_all(line, x, ", ");
    }
    for (const char c : equation->s) {
        const bool is_part =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == ',' || c == '-' || c == '>' || c == '.';
        if (is_part) text += c;
        if (!is_part && c != ' ') return false;
    }
    return translator.bind(node, concat(line, "equation='", text, "')"));
}

constexpr OperatorRule kProductRules[] = {
    {"Gemm", general_product}, {"FusedGemm", general_product}, {"MatMul", matmul, "matmul"},
    {"FusedMatMul", matmul},   {"MatMulNBits", packed_linear}, {"Einsum", einsum, "einsum"},
};

}  // namespace

std::optional<LayerWeight> read_bias(Translator& translator, const Node& node, std::size_t input,
                                     std::int64_t outputs) {
    LayerWeight bias{nullptr, {"bias"}, static_cast<std::uint64_t>(outputs), std::to_string(outputs)};
    if (node.input(input) == 0) return bias;
    bias.constant = translator.constant(node, input);
    const bool fits = bias.constant != nullptr && element_count(bias.constant->dims) == bias.elements;
    return fits ? std::optional(bias) : std::nullopt;
}

std::string_view bias_argument(const LayerWeight& bias) {
    return bias.constant == nullptr ? ", bias=False" : "";
}

std::span<const OperatorRule> product_operators() {
    return kProductRules;
}

}  // namespace paramscope::open::onnx
