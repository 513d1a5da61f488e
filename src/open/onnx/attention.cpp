// Rules for attention as one operator. Source of the operators: the ONNX operator specification, and the
// contrib operators of ONNX Runtime (docs/ContribOperators.md).
#include "algebra/print.h"
#include "base/concat.h"
#include "open/onnx/translator.h"

namespace paramscope::open::onnx {
namespace {

/// One of query, key and value: (batch, tokens, width).
struct Projected {
    std::string x;
    Dims sizes;

    Polynomial& tokens() { return sizes[1]; }
    Polynomial& width() { return sizes[2]; }
};

/// An input with its heads merged: (batch, heads, tokens, width of a head) and (batch, tokens, heads, parts,
/// width) are other forms of it. nullopt for others.
std::optional<Projected> merged(Translator& translator, const Node& node, std::size_t input) {
    Projected made{translator.expression(node, input), {}};
    const std::optional<Dims> sizes = translator.dims(node, input);
    if (made.x.empty() || !sizes) return std::nullopt;
    const Dims& all = *sizes;
    if (all.size() == 3) made.sizes = all;
    if (all.size() == 4) made.sizes = {all[0], all[2], all[1] * all[3]};
    if (all.size() == 5) made.sizes = {all[0], all[1], all[2] * all[3] * all[4]};
    return made.sizes.empty() ? std::nullopt : std::optional(std::move(made));
}

/// `width` of the last dimension after the first `begin`.
Projected part_of(const Projected& whole, const Polynomial& begin, const Polynomial& width) {
    return {concat("slice(", whole.x, ", dim=2, start=", print(begin, Notation::Plain),
                   ", end=", print(begin + width, Notation::Plain), ')'),
            {whole.sizes[0], whole.sizes[1], width}};
}

std::string with_sizes(const Projected& part) {
    return concat("resize(", part.x, ", size=", size_text(part.sizes), ')');
}

/// What an attention operator is given beside query, key and value.
struct AttentionInputs {
    std::size_t bias = 0;  ///< the input that is added to scores
    std::size_t past = 0;  ///< the input with keys of earlier tokens, (..., heads, tokens, width)
};

/// Adds the step that attends: keys are those of earlier tokens, too. "" when a size is unknown.
std::string attended(Translator& translator, const Node& node, const Projected& q, Projected k, Projected v,
                     const AttentionInputs& inputs) {
    const std::size_t past_input = inputs.past;
    if (past_input != 0 && node.input(past_input) != 0) {
        const std::optional<Dims> past = translator.dims(node, past_input);
        if (!past || past->size() < 2) return {};
        k.tokens() += (*past)[past->size() - 2];
        v.tokens() = k.tokens();
    }
    for (const Projected* part : {&q, static_cast<const Projected*>(&k), static_cast<const Projected*>(&v)}) {
        if (size_text(part->sizes).empty()) return {};
    }
    const TensorInfo& bias = translator.info(node, inputs.bias);
    const bool has_bias = inputs.bias != 0 && bias.is_computed();
    return translator.add_step(concat("attention(", with_sizes(q), ", ", with_sizes(k), ", ", with_sizes(v),
                                      has_bias ? ", " : "", has_bias ? bias.expression : std::string(), ')'));
}

/// Sets outputs `first` and the next to the keys and values with those of earlier tokens.
void set_present(Translator& translator, const Node& node, std::size_t past_input, const Polynomial& tokens,
                 std::size_t count) {
    std::optional<Dims> past = translator.dims(node, past_input);
    if (node.input(past_input) == 0 || !past || past->size() < 2) return;
    (*past)[past->size() - 2] += tokens;
    for (std::size_t i = 1; i <= count; ++i) translator.set_made(node, *past, i);
}

/// com.microsoft: the projection of the input, and attention.
bool projecting(Translator& translator, const Node& node) {
    const Tensor* weight = translator.constant(node, 1);
    const std::string x = translator.expression(node, 0);
    const std::optional<Dims> sizes = translator.dims(node, 0);
    if (weight == nullptr || weight->dims.size() != 2 || x.empty() || !sizes || sizes->size() != 3)
        return false;
    Numbers widths = node.integers("qkv_hidden_sizes");
    if (widths.empty()) widths = Numbers(3, weight->dims[1] / 3);
    const Tensor* bias = translator.constant(node, 2);
    const auto outputs = static_cast<std::uint64_t>(weight->dims[1]);
    if (widths.size() != 3 || widths[0] < 1 || widths[1] < 1 || widths[2] < 1 ||
        widths[0] + widths[1] + widths[2] != weight->dims[1] ||
        (bias != nullptr && element_count(bias->dims) != outputs))
        return false;
    const std::string path = translator.add_layer(
        node,
        {{weight,
          {"weight"},
          count_of(*weight),
          concat(std::to_string(weight->dims[1]), ", ", std::to_string(weight->dims[0]))},
         {bias, {"bias"}, outputs, std::to_string(outputs)}},
        concat("Linear(", list_text(weight->dims), bias == nullptr ? ", bias=False" : ""));
    const Projected all{translator.add_step(concat(path, '(', x, ')')),
                        {(*sizes)[0], (*sizes)[1], weight->dims[1]}};
    const std::string y =
        attended(translator, node, part_of(all, 0, widths[0]), part_of(all, widths[0], widths[1]),
                 part_of(all, widths[0] + widths[1], widths[2]), {5, 4});
    set_present(translator, node, 4, (*sizes)[1], 1);
    return !y.empty() && translator.bind(node, y);
}

/// Query, key and value as inputs: apart, or all in the query, or key and value in the key.
bool attend(Translator& translator, const Node& node, const AttentionInputs& inputs, std::int64_t heads,
            std::int64_t key_heads) {
    std::optional<Projected> q = merged(translator, node, 0), k = merged(translator, node, 1),
                             v = merged(translator, node, 2);
    if (!q || (!k && node.input(1) != 0) || (!v && node.input(2) != 0)) return false;
    if (!k) {
        if (heads < 1 || key_heads < 1) return false;
        const Projected all = *q;
        const Polynomial width = q->width() / Polynomial(heads + 2 * key_heads);
        q = part_of(all, 0, width * Polynomial(heads));
        k = part_of(all, width * Polynomial(heads), width * Polynomial(key_heads));
        v = part_of(all, width * Polynomial(heads + key_heads), width * Polynomial(key_heads));
    } else if (!v) {
        const Projected both = *k;
        k = part_of(both, 0, both.sizes[2] / Polynomial(2));
        v = part_of(both, both.sizes[2] / Polynomial(2), both.sizes[2] / Polynomial(2));
    }
    std::string y = attended(translator, node, *q, *k, *v, inputs);
    const std::optional<Dims> query = translator.dims(node, 0);
    set_present(translator, node, inputs.past, k->tokens(), 2);
    if (y.empty() || !query || query->size() != 4) return !y.empty() && translator.bind(node, y);
    const Polynomial width = (*query)[3] / k->width() * v->width();
    return translator.bind_sized(node, "resize", y, {(*query)[0], (*query)[1], (*query)[2], width});
}

/// ONNX's operator, or com.microsoft's of the same name.
bool attention(Translator& translator, const Node& node, std::string_view) {
    if (node.domain == "com.microsoft") return projecting(translator, node);
    const std::int64_t heads = node.integer("q_num_heads", 0);
    return attend(translator, node, {3, 4}, heads, node.integer("kv_num_heads", heads));
}

bool multi_head_attention(Translator& translator, const Node& node, std::string_view) {
    const std::int64_t heads = node.integer("num_heads", 0);
    return attend(translator, node, {5, 6}, heads, heads);
}

bool grouped_query_attention(Translator& translator, const Node& node, std::string_view) {
    for (const std::size_t table : {7u, 8u}) translator.keep_as_buffer(node, table);
    return attend(translator, node, {10, 3}, node.integer("num_heads", 0), node.integer("kv_num_heads", 0));
}

constexpr OperatorRule kAttentionRules[] = {
    {"Attention", attention},
    {"MultiHeadAttention", multi_head_attention},
    {"GroupQueryAttention", grouped_query_attention},
};

}  // namespace

std::span<const OperatorRule> attention_operators() {
    return kAttentionRules;
}

}  // namespace paramscope::open::onnx
