// Rules for norms, alone and after a sum.
#include <array>

#include "base/concat.h"
#include "base/ranges.h"
#include "open/onnx/translator.h"

namespace paramscope::open::onnx {
namespace {

/// Which inputs of an operator are the tensors of its norm: scale, shift and the two statistics; 0 for none.
using NormInputs = std::array<std::size_t, 4>;

/// The sizes of a norm's scale: as it is, or one for each channel of a map.
std::string scale_sizes(const Node& node, const Tensor& scale, std::size_t rank) {
    const bool normalizes_last = node.op.find("Layer") != std::string::npos || node.op == "RMSNormalization";
    std::string sizes = std::to_string(count_of(scale));
    if (normalizes_last) return scale.dims.empty() ? sizes : list_text(scale.dims);
    for (std::size_t i = 2; i < rank; ++i) sizes += ", 1";
    return sizes;
}

/// True for a constant that a node makes and whose elements are all `value`: where a norm has no scale and no
/// shift, exporters write ones and zeros.
bool is_filled_with(const Tensor* tensor, double value) {
    if (tensor == nullptr || !tensor->is_literal || tensor->numbers.empty()) return false;
    return all_of(tensor->numbers, [&](double number) { return number == value; });
}

/// A norm becomes a module of the operator's own name with its scale and shift as tensors: the graph lacks
/// some of what print() shows of PyTorch's types and their buffers. A norm with a scale that the graph
/// computes becomes a step.
std::string normalized(Translator& translator, const Node& node, const std::string& x,
                       const NormInputs& inputs, std::size_t rank) {
    const Tensor* scale = translator.constant(node, inputs[0]);
    const bool has_shift = inputs[1] != 0 && node.input(inputs[1]) != 0;
    const bool is_computed = any_of(inputs, [&](std::size_t input) {
        return input != 0 && translator.info(node, input).is_computed() &&
               translator.constant(node, input) == nullptr;
    });
    if (scale == nullptr || is_computed) {
        const std::string factor = translator.expression(node, inputs[0]),
                          shift = has_shift ? translator.expression(node, inputs[1]) : std::string();
        return factor.empty() ? std::string()
                              : concat("normalize(", x, ") * ", factor, shift.empty() ? "" : " + ", shift);
    }
    const bool is_plain = inputs[2] == 0 && is_filled_with(scale, 1) &&
                          (!has_shift || is_filled_with(translator.constant(node, inputs[1]), 0));
    if (is_plain) return concat("normalize(", x, ')');
    const std::string sizes = scale_sizes(node, *scale, rank), size = std::to_string(count_of(*scale));
    std::vector<std::string> lines = {
        concat("forward(x) = normalize(x) * weight", has_shift ? " + bias" : ""),
        concat("(weight): Parameter(", sizes, dtype_argument(*scale), ")")};
    if (has_shift) lines.push_back(concat("(bias): Parameter(", sizes, dtype_argument(*scale), ")"));
    if (inputs[2] != 0) {
        lines.front() = "forward(x) = x * weight + bias";
        for (const std::string_view name : {"running_mean", "running_var"})
            lines.push_back(concat('(', name, "): Buffer(", size, dtype_argument(*scale), ')'));
    }
    constexpr std::string_view names[] = {"weight", "bias", "running_mean", "running_var"};
    std::vector<LayerWeight> weights;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (inputs[i] != 0 && node.input(inputs[i]) != 0)
            weights.push_back({translator.constant(node, inputs[i]), {names[i]}, count_of(*scale)});
    }
    return concat(translator.add_layer(node, weights, concat(node.op, '('), std::move(lines)), '(', x, ')');
}

bool norm_of(Translator& translator, const Node& node, const std::string& x, const NormInputs& inputs) {
    const std::size_t rank = translator.rank(node, 0).value_or(4);
    const std::string line = x.empty() ? std::string() : normalized(translator, node, x, inputs, rank);
    return !line.empty() && translator.bind(node, line);
}

bool norm(Translator& translator, const Node& node, std::string_view) {
    return norm_of(translator, node, translator.expression(node, 0), {1, 2, 0, 0});
}

bool batch_norm(Translator& translator, const Node& node, std::string_view) {
    return norm_of(translator, node, translator.expression(node, 0), {1, 2, 3, 4});
}

/// A norm of the sum of two inputs and a bias, and the sum as the last output.
bool skip_norm(Translator& translator, const Node& node, std::string_view) {
    const bool has_shift = node.op == "SkipLayerNormalization";
    const std::size_t bias_input = has_shift ? 4 : 3;
    const std::string x = translator.expression(node, 0), skip = translator.expression(node, 1),
                      bias = translator.expression(node, bias_input);
    if (x.empty() || skip.empty() || (bias.empty() && node.input(bias_input) != 0)) return false;
    const std::string sum = translator.add_step(concat(x, " + ", skip, bias.empty() ? "" : " + ", bias));
    return norm_of(translator, node, sum, {2, has_shift ? 3u : 0u, 0, 0}) && translator.bind(node, sum, 3);
}

/// The rows of a table of embeddings, as a call of its layer; "" when it is none.
std::string embedded(Translator& translator, const Node& node, std::size_t table,
                     const std::string& indices) {
    const Tensor* weight = translator.constant(node, table);
    if (weight == nullptr || weight->dims.size() != 2 || indices.empty()) return {};
    return concat(
        translator.add_layer(node, {{weight, {"weight"}, count_of(*weight), list_text(weight->dims)}},
                             concat("Embedding(", list_text(weight->dims))),
        '(', indices, ')');
}

/// The sum of the embeddings of words, positions and segments, normalized.
bool embedding_norm(Translator& translator, const Node& node, std::string_view) {
    const std::string words = translator.expression(node, 0), segments = translator.expression(node, 1);
    std::string sum = embedded(translator, node, 2, words);
    const std::string positions = embedded(translator, node, 3, words);
    if (sum.empty() || positions.empty()) return false;
    append_all(sum, " + ", positions);
    if (node.input(4) != 0) {
        const std::string kinds = embedded(translator, node, 4, segments.empty() ? words : segments);
        if (kinds.empty()) return false;
        append_all(sum, " + ", kinds);
    }
    if (const std::optional<Dims> ids = translator.dims(node, 0); ids && !ids->empty())
        translator.set_made(node, {ids->front()}, 1);
    const std::string all = translator.add_step(sum);
    return norm_of(translator, node, all, {5, 6, 0, 0}) && translator.bind(node, all, 2);
}

constexpr OperatorRule kNormRules[] = {
    {"BatchNormalization", batch_norm, "normalize"},
    {"InstanceNormalization", norm},
    {"GroupNormalization", norm},
    {"GroupNorm", norm},
    {"LayerNormalization", norm},
    {"SimplifiedLayerNormalization", norm},
    {"RMSNormalization", norm},
    {"SkipLayerNormalization", skip_norm},
    {"SkipSimplifiedLayerNormalization", skip_norm},
    {"EmbedLayerNormalization", embedding_norm},
};

}  // namespace

std::span<const OperatorRule> norm_operators() {
    return kNormRules;
}

}  // namespace paramscope::open::onnx
