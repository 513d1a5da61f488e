// torch.nn.MultiheadAttention, whose input projection print() hides.
#include <algorithm>

#include "base/ranges.h"
#include "layers/families/families.h"

namespace paramscope {
namespace {

// print() shows none of these. num_heads may be missing: heads split the width and change no count.
// batch_first is True here, unlike in PyTorch: people write inputs as (batch, tokens, features), and print()
// does not show the argument.
constexpr std::string_view kAttention =
    "embed_dim=None, num_heads=None, dropout=0.0, bias=True, add_bias_kv=False, add_zero_attn=False, "
    "kdim=None, vdim=None, batch_first=True";

/// Features of each query, key and value.
struct Widths {
    Polynomial query, key, value;
};

Widths widths(const Arguments& a) {
    const Polynomial query = a.size("embed_dim", 1);
    return {query, a.has("kdim") ? a.size("kdim", 1) : query, a.has("vdim") ? a.size("vdim", 1) : query};
}

bool has_printed_output_projection(const Module& module) {
    return contains_by(module.children, &Module::name, "out_proj");
}

/// True when all that is known is the printed out_proj: the widths of keys and values may be others than that
/// of queries.
bool is_derived(const Arguments& a) {
    return has_printed_output_projection(a.module()) && !a.has("num_heads") && !a.has("kdim") &&
           !a.has("vdim");
}

/// Adds the input projections: one weight for all three when their widths are equal.
void add_input_projections(const Arguments& a, std::vector<Tensor>& tensors) {
    const Widths width = widths(a);
    if (a.equal(width.key, width.query) && a.equal(width.value, width.query)) {
        tensors.push_back(parameter("in_proj_weight", {3 * width.query, width.query}));
        tensors.back().assumed = is_derived(a);
    } else {
        tensors.push_back(parameter("q_proj_weight", {width.query, width.query}));
        tensors.push_back(parameter("k_proj_weight", {width.query, width.key}));
        tensors.push_back(parameter("v_proj_weight", {width.query, width.value}));
    }
    if (a.flag("bias")) tensors.push_back(parameter("in_proj_bias", {3 * width.query}));
}

/// All parameters; those of out_proj only when that child is not printed.
void attention_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    if (!a.expect_shown("embed_dim")) return;
    if (a.has("num_heads")) {
        a.size("num_heads", 1);
        if (!a.is_divisible("embed_dim", "num_heads")) {
            a.fail("num_heads", message("attention.heads", {{"value", a.show(a.number("embed_dim"))},
                                                            {"divisor", a.show(a.number("num_heads"))}}));
        }
    }
    add_input_projections(a, tensors);
    const Polynomial width = a.size("embed_dim", 1);
    if (a.flag("add_bias_kv")) {
        for (const char* name : {"bias_k", "bias_v"}) tensors.push_back(parameter(name, {1, 1, width}));
    }
    if (has_printed_output_projection(a.module())) return;
    tensors.push_back(parameter("out_proj.weight", {width, width}));
    if (a.flag("bias")) tensors.push_back(parameter("out_proj.bias", {width}));
}

/// Takes embed_dim and bias from the printed out_proj, which maps embed_dim onto itself and has a bias if the
/// input projection has one. Empty when other children are printed too: then it is a custom attention of the
/// same name.
std::vector<Argument> derive_from_output_projection(const Module& module) {
    if (module.children.size() != 1 || module.children.front().name != "out_proj") return {};
    std::vector<Argument> derived;
    for (const Argument& argument : module.children.front().arguments.list()) {
        const bool is_width = argument.name.empty() ? derived.empty() : argument.name == "in_features";
        if (!is_width && argument.name != "bias") continue;
        derived.push_back(argument);
        derived.back().name = is_width ? "embed_dim" : "bias";
    }
    return derived;
}

/// One input of attention.
struct Sequence {
    Polynomial batch, tokens;
    Polynomial vectors;  ///< batch · tokens
};

/// Reads (batch, tokens, width), (tokens, batch, width) or (tokens, width). Fails the call and returns
/// nullopt for other shapes; `wrong_width` is the sentence for another width.
std::optional<Sequence> read_sequence(const LayerCall& call, const Dims& shape, const Polynomial& width,
                                      LayerMessageId wrong_width) {
    if (shape.size() != 2 && shape.size() != 3) {
        call.fail(message("attention.shape",
                          {{"type", call.arguments.module().type}, {"shape", to_string(shape)}}));
        return std::nullopt;
    }
    if (!expect_size(call, shape.back(), width, wrong_width)) return std::nullopt;
    if (shape.size() == 2) return Sequence{1, shape[0], shape[0]};
    const std::size_t batch = call.arguments.flag("batch_first") ? 0 : 1;
    return Sequence{shape[batch], shape[1 - batch], shape[0] * shape[1]};
}

/// The input for a role: 0 query, 1 key, 2 value. A single input has all roles; the second of two is key and
/// value.
const Signal& input_for(const LayerCall& call, std::size_t role) {
    return call.inputs[std::min(role, call.inputs.size() - 1)];
}

struct Sequences {
    Sequence query, key, value;
};

std::optional<Sequences> read_sequences(const LayerCall& call, const Widths& width) {
    const Signal &key_input = input_for(call, 1), &value_input = input_for(call, 2);
    if (!key_input.is_tensor() || !value_input.is_tensor()) return std::nullopt;
    const auto query = read_sequence(call, call.input(), width.query, "attention.query_features");
    const auto key =
        query ? read_sequence(call, key_input.dims, width.key, "attention.key_features") : std::nullopt;
    const auto value =
        key ? read_sequence(call, value_input.dims, width.value, "attention.value_features") : std::nullopt;
    if (!value) return std::nullopt;
    const bool fits = expect_size(call, key->batch, query->batch, "attention.key_sequences") &&
                      expect_size(call, value->vectors, key->vectors, "attention.values");
    return fits ? std::optional(Sequences{*query, *key, *value}) : std::nullopt;
}

/// softmax(Q·Kᵀ/√d)·V between projections (Vaswani et al., 2017). Returns the output and the attention
/// weights averaged over heads.
Signal attention_forward(const LayerCall& call) {
    const Arguments& a = call.arguments;
    const Widths width = widths(a);
    const std::optional<Sequences> read = read_sequences(call, width);
    if (!read) return Signal::unknown();
    const bool is_self = call.inputs.size() == 1 || read->query.tokens == read->key.tokens;
    // add_bias_kv and add_zero_attn each append a key and a value that are not projected.
    const int appended = (a.flag("add_bias_kv") ? 1 : 0) + (a.flag("add_zero_attn") ? 1 : 0);
    const Polynomial keys = read->key.tokens + (is_self ? call.cached_tokens : Polynomial(0)) + appended;
    const Polynomial projections = 2 * read->query.vectors * width.query + read->key.vectors * width.key +
                                   read->value.vectors * width.value;
    const Polynomial scores = read->query.vectors * keys;
    call.work.add(Operation::Linear, projections * width.query);
    add_attention_work(
        &call.work, scores * width.query, scores * width.query,
        is_self && call.cached_tokens.is_zero() ? masked_share(read->query.tokens) : Polynomial(0));
    // The layer of torch keeps no keys and values for tokens to come; a program that decodes does.
    if (!call.cached_tokens.is_zero())
        call.work.add(Operation::KeyValue, 2 * read->key.batch * keys * width.query);
    if (a.flag("bias")) {
        call.work.add(Operation::BiasAdd, 2 * (read->query.vectors + read->key.vectors) * width.query);
    }
    Dims weights = {read->query.batch, read->query.tokens, keys};
    if (call.input().size() == 2) weights.erase(weights.begin());
    return Signal::tuple({Signal::tensor(call.input()), Signal::tensor(std::move(weights))});
}

Polynomial attention_width(const Arguments& a) {
    return a.number("embed_dim");
}

}  // namespace

std::span<const LayerRule> attention_layers() {
    static constexpr LayerRule rules[] = {
        {.type = "MultiheadAttention",
         .signature = kAttention,
         .tensors = attention_tensors,
         .forward = attention_forward,
         .width = attention_width,
         .derive_arguments = derive_from_output_projection,
         .has_work = true},
    };
    return rules;
}

}  // namespace paramscope
