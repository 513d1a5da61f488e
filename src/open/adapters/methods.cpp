#include "open/adapters/methods.h"

#include <algorithm>
#include <optional>

#include "algebra/print.h"
#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "base/text_parts.h"

namespace paramscope::open {
namespace {

constexpr Integer kLargestSetting = 1 << 30;
constexpr Integer kLargestFactored = 1 << 20;  // a size whose divisors are looked for

std::string size(const Polynomial& value) {
    return print(value, Notation::Plain);
}

bool is_set(const JsonValue& settings, std::string_view key) {
    return settings.find(key).boolean().value_or(false);
}

std::string linear(const std::string& in, const std::string& out, bool bias) {
    return concat("Linear(in_features=", in, ", out_features=", out, ", bias=", bias ? "True" : "False", ")");
}

/// Model text of a dictionary with the only adapter, which PEFT calls `default`.
std::string dictionary(std::string_view name, std::string_view type, std::string_view content) {
    return concat("(", name, "): ", type, "(\n(default): ", content, "\n)\n");
}

std::string module_dict(std::string_view name, std::string_view module) {
    return dictionary(name, "ModuleDict", module);
}

std::string parameters(std::string_view name, std::string_view rows, std::string_view columns) {
    return dictionary(name, "ParameterDict", concat("Parameter(", rows, ", ", columns, ")"));
}

/// The rank of a layer: the pattern's whose name the layer has, else that of all; 0 where it is not known.
Integer rank_of(const JsonValue& settings, const AdaptedLayer& layer, std::string_view key = "r") {
    for (const JsonValue pattern : settings.find("rank_pattern").items()) {
        const std::string name = pattern.key().string();
        if (!is_of_all_layers(name)) return 0;
        if (is_named(name, layer.path)) return pattern.integer().value_or(0);
    }
    return size_setting(settings, key);
}

std::string lora(const JsonValue& settings, const AdaptedLayer& layer, const Environment&) {
    const Integer rank = rank_of(settings, layer);
    const bool has_magnitude = is_set(settings, "use_dora");
    const bool is_embedding = layer.type == "Embedding";
    if (rank == 0 || (is_embedding && has_magnitude)) return {};
    const std::string r = to_string(rank), in = size(layer.in), out = size(layer.out);
    if (is_embedding)
        return concat("lora.Embedding(\n", parameters("lora_embedding_A", r, in),
                      parameters("lora_embedding_B", out, r), ")");
    const std::string magnitude = concat("lora.dora.DoraLinearLayer(\n(weight): Parameter(", out, ")\n)");
    return concat("lora.Linear(\n", module_dict("lora_A", linear(in, r, false)),
                  module_dict("lora_B", linear(r, out, is_set(settings, "lora_bias"))),
                  has_magnitude ? module_dict("lora_magnitude_vector", magnitude) : "", ")");
}

/// LoRA with a singular value for each rank, whose number is a tensor that is not trained.
std::string adalora(const JsonValue& settings, const AdaptedLayer& layer, const Environment&) {
    const Integer rank = rank_of(settings, layer, "init_r");
    if (rank == 0 || layer.type == "Embedding") return {};
    const std::string r = to_string(rank);
    return concat("adalora.SVDLinear(\n", parameters("lora_A", r, size(layer.in)),
                  parameters("lora_B", size(layer.out), r), parameters("lora_E", r, "1"),
                  dictionary("ranknum", "ParameterDict", "Parameter(1)"), ")");
}

std::string loha(const JsonValue& settings, const AdaptedLayer& layer, const Environment&) {
    const Integer rank = rank_of(settings, layer);
    if (rank == 0 || layer.type == "Embedding") return {};
    const std::string r = to_string(rank), in = size(layer.in), out = size(layer.out);
    return concat("loha.Linear(\n", parameters("hada_w1_a", out, r), parameters("hada_w1_b", r, in),
                  parameters("hada_w2_a", out, r), parameters("hada_w2_b", r, in), ")");
}

struct Factors {
    Integer small, large;
};

/// A size as a product of two, as near to each other as `most` lets them be, or of `most` where that divides
/// it (factorization() of peft/tuners/lokr/layer.py). 0: as near as can be.
Factors factors_of(Integer value, Integer most) {
    if (most > 0 && value % most == 0) return {most, value / most};
    Factors found{1, value};
    for (Integer small = 2; small * small <= value && (most == 0 || small <= most); small += 1) {
        if (value % small == 0) found = {small, value / small};
    }
    return found;
}

/// A Kronecker product of two matrices, each of them whole or of low rank.
std::string lokr(const JsonValue& settings, const AdaptedLayer& layer, const Environment& environment) {
    const Integer rank = rank_of(settings, layer);
    const std::optional<Integer> in = environment.integer(layer.in), out = environment.integer(layer.out);
    const bool is_known =
        in && out && *in > 0 && *out > 0 && *in <= kLargestFactored && *out <= kLargestFactored;
    if (rank == 0 || layer.type == "Embedding" || !is_known) return {};
    const Integer most = size_setting(settings, "decompose_factor");
    const Factors of_in = factors_of(*in, most), of_out = factors_of(*out, most);
    const auto matrix = [&](std::string_view name, Integer rows, Integer columns, bool is_whole) {
        const std::string r = to_string(rank);
        if (is_whole) return parameters(name, to_string(rows), to_string(columns));
        return parameters(concat(name, "_a"), to_string(rows), r) +
               parameters(concat(name, "_b"), r, to_string(columns));
    };
    const auto is_low = [&](Integer rows, Integer columns) { return rank * 2 < std::max(rows, columns); };
    const bool is_small_low = is_set(settings, "decompose_both") && is_low(of_out.small, of_in.small);
    return concat("lokr.Linear(\n", matrix("lokr_w1", of_out.small, of_in.small, !is_small_low),
                  matrix("lokr_w2", of_out.large, of_in.large, !is_low(of_out.large, of_in.large)), ")");
}

/// A vector that scales the input of feed-forward layers and the output of others.
std::string ia3(const JsonValue& settings, const AdaptedLayer& layer, const Environment&) {
    if (layer.type == "Embedding") return {};
    const bool is_feed_forward = any_of(names_setting(settings, "feedforward_modules"),
                                        [&](const std::string& name) { return is_named(name, layer.path); });
    return concat("ia3.Linear(\n",
                  is_feed_forward ? parameters("ia3_l", "1", size(layer.in))
                                  : parameters("ia3_l", size(layer.out), "1"),
                  ")");
}

/// Two vectors for each layer; the matrices that all layers share are random and not trained.
std::string vera(const JsonValue& settings, const AdaptedLayer& layer, const Environment&) {
    const Integer rank = size_setting(settings, "r");
    if (rank == 0 || layer.type == "Embedding") return {};
    const auto vector = [](std::string_view name, const std::string& length) {
        return dictionary(name, "ParameterDict", concat("Parameter(", length, ")"));
    };
    return concat("vera.Linear(\n", vector("vera_lambda_b", size(layer.out)),
                  vector("vera_lambda_d", to_string(rank)), ")");
}

/// The divisor of `value` that is nearest to `wanted`, of two the smaller (adjust_oft_parameters() of
/// peft/tuners/oft/layer.py).
Integer nearest_divisor(Integer value, Integer wanted) {
    for (Integer away = 0; away < wanted; away += 1) {
        if (value % (wanted - away) == 0) return wanted - away;
        if (wanted + away <= value && value % (wanted + away) == 0) return wanted + away;
    }
    return 1;
}

/// Orthogonal blocks, each by the numbers above its diagonal.
std::string oft(const JsonValue& settings, const AdaptedLayer& layer, const Environment& environment) {
    const std::optional<Integer> in = environment.integer(layer.in);
    const Integer stated = size_setting(settings, "oft_block_size"), blocks = size_setting(settings, "r");
    const bool is_known = in && *in > 0 && *in <= kLargestFactored && (stated == 0) != (blocks == 0);
    // Before the block's size was a setting, blocks were whole matrices.
    const bool is_old = settings.find("oft_block_size").is_missing();
    if (!is_known || is_old || layer.type == "Embedding") return {};
    const Integer divisor = nearest_divisor(*in, std::min(*in, std::max(stated, blocks)));
    const Integer block = stated != 0 ? divisor : *in / divisor;
    const Integer count = is_set(settings, "block_share") ? Integer(1) : *in / block;
    return concat("oft.Linear(\n",
                  module_dict("oft_R", concat("OFTRotationModule(\n(weight): Parameter(", to_string(count),
                                              ", ", to_string(block * (block - 1) / 2), ")\n)")),
                  ")");
}

/// Keys and values of the tokens in front, for each layer; by a network of two layers where they are
/// projected.
std::string prefix(const JsonValue& settings) {
    const Integer tokens = size_setting(settings, "num_virtual_tokens"),
                  width = size_setting(settings, "token_dim");
    const Integer layers = size_setting(settings, "num_layers"),
                  hidden = size_setting(settings, "encoder_hidden_size");
    const bool is_projected = is_set(settings, "prefix_projection");
    if (tokens == 0 || width == 0 || layers == 0 || (is_projected && hidden == 0)) return {};
    const std::string d = to_string(width), all = to_string(layers * 2 * width), h = to_string(hidden);
    if (!is_projected)
        return concat("PrefixEncoder(\n(embedding): Embedding(", to_string(tokens), ", ", all, ")\n)");
    return concat("PrefixEncoder(\n(embedding): Embedding(", to_string(tokens), ", ", d,
                  ")\n(transform): Sequential(\n(0): ", linear(d, h, true),
                  "\n(1): Tanh()\n(2): ", linear(h, all, true), "\n)\n)");
}

/// The tokens of all prompts: of encoder and decoder, where there are both.
Integer prompt_tokens(const JsonValue& settings) {
    return size_setting(settings, "num_virtual_tokens") *
           std::max(Integer(1), size_setting(settings, "num_transformer_submodules"));
}

std::string prompt(const JsonValue& settings) {
    const Integer tokens = prompt_tokens(settings), width = size_setting(settings, "token_dim");
    if (tokens == 0 || width == 0) return {};
    return concat("PromptEmbedding(\n(embedding): Embedding(", to_string(tokens), ", ", to_string(width),
                  ")\n)");
}

/// P-tuning: prompts through a network of three layers. That with an LSTM is not known.
std::string p_tuning(const JsonValue& settings) {
    const Integer tokens = prompt_tokens(settings), width = size_setting(settings, "token_dim");
    const Integer hidden = size_setting(settings, "encoder_hidden_size");
    const bool is_mlp = settings.find("encoder_reparameterization_type").string() == "MLP";
    if (tokens == 0 || width == 0 || hidden == 0 || !is_mlp) return {};
    const std::string d = to_string(width), h = to_string(hidden);
    return concat("PromptEncoder(\n(embedding): Embedding(", to_string(tokens), ", ", d,
                  ")\n(mlp_head): Sequential(\n(0): ", linear(d, h, true),
                  "\n(1): ReLU()\n(2): ", linear(h, h, true), "\n(3): ReLU()\n(4): ", linear(h, d, true),
                  "\n)\n)");
}

}  // namespace

const AdapterMethod* find_adapter_method(std::string_view name) {
    static constexpr AdapterMethod methods[] = {
        {"LORA", "LoraModel", lora, nullptr, "r rank_pattern use_dora lora_bias"},
        {"ADALORA", "AdaLoraModel", adalora, nullptr, "init_r rank_pattern"},
        {"LOHA", "LoHaModel", loha, nullptr, "r rank_pattern"},
        {"LOKR", "LoKrModel", lokr, nullptr, "r rank_pattern decompose_both decompose_factor"},
        {"IA3", "IA3Model", ia3, nullptr, "feedforward_modules"},
        {"VERA", "VeraModel", vera, nullptr, "r"},
        {"OFT", "OFTModel", oft, nullptr, "r oft_block_size block_share"},
        {"PREFIX_TUNING", "", nullptr, prefix,
         "num_virtual_tokens token_dim num_layers encoder_hidden_size prefix_projection"},
        {"PROMPT_TUNING", "", nullptr, prompt, "num_virtual_tokens token_dim num_transformer_submodules"},
        {"P_TUNING", "", nullptr, p_tuning,
         "num_virtual_tokens token_dim num_transformer_submodules encoder_hidden_size "
         "encoder_reparameterization_type"},
    };
    return find_by(methods, &AdapterMethod::name, name);
}

Integer size_setting(const JsonValue& settings, std::string_view key) {
    const Integer number = settings.find(key).integer().value_or(0);
    return number > 0 && number <= kLargestSetting ? number : Integer(0);
}

std::vector<std::string> names_setting(const JsonValue& settings, std::string_view key) {
    std::vector<std::string> names;
    for (const JsonValue each : settings.find(key).items()) names.push_back(each.string());
    return names;
}

bool is_of_all_layers(std::string_view name) {
    while (!name.empty()) {
        const std::string_view part = take_until(name, '.');
        if (part.empty() || is_digits(part) || !all_of(part, is_name_part)) return false;
    }
    return true;
}

bool is_named(std::string_view name, std::string_view path) {
    return path == name || (path.ends_with(name) && path[path.size() - name.size() - 1] == '.');
}

}  // namespace paramscope::open
