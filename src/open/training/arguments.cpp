#include "open/training/arguments.h"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "base/text_parts.h"
#include "open/support/json.h"
#include "open/support/literal.h"

namespace paramscope::open {
namespace {

constexpr std::size_t kMostArguments = 2000;
constexpr unsigned kDeepestVariable = 4;  ///< variables in values of variables
constexpr std::string_view kWordEnds = " \t\n\"'()\\";

/// Arguments that decide how large a model is.
constexpr std::string_view kSizes[] = {"num_layers",      "hidden_size", "num_attention_heads",
                                       "ffn_hidden_size", "kv_channels", "num_query_groups",
                                       "vocab_size",      "num_experts"};

/// Arguments by name. A script that gives a size several values describes several models.
struct Arguments {
    std::map<std::string, std::string> values;
    bool are_several = false;

    void add(std::string_view argument, std::string value) {
        std::string name(argument);
        std::replace(name.begin(), name.end(), '-', '_');
        if (values.size() == kMostArguments) return;
        const auto [place, is_new] = values.try_emplace(name, value);
        are_several |= !is_new && place->second != value && contains(kSizes, std::string_view(name));
    }
};

std::string as_json(const Arguments& arguments, std::string_view source) {
    std::string json = concat("{\"arguments_of\":\"", source, '"');
    for (const auto& [name, value] : arguments.values) {
        const std::string literal = LiteralReader(value).read_value();
        json += concat(",\"", name, "\":", literal.empty() ? "\"\"" : literal);
    }
    return json + "}";
}

/// Lines of a log, "  num_layers ...................... 32", which another text may stand before.
Arguments arguments_of_log(std::string_view text) {
    Arguments found;
    while (!text.empty()) {
        const std::string_view line = take_until(text, '\n');
        const std::size_t dots = line.find(" ...");
        if (dots == std::string_view::npos) continue;
        const std::string_view before = trim(line.substr(0, dots));
        const std::size_t behind = line.find_first_not_of('.', dots + 1);
        if (before.empty() || behind == std::string_view::npos || line[behind] != ' ') continue;
        const std::string_view name = before.substr(before.find_last_of(' ') + 1);
        const std::string_view value = trim(line.substr(behind));
        if (!value.empty() && all_of(name, is_name_part)) found.add(name, std::string(value));
    }
    return found;
}

/// The variables of a script; one with several values has "".
using Variables = std::map<std::string_view, std::string_view>;

Variables variables_of(std::string_view script) {
    Variables found;
    while (!script.empty()) {
        std::string_view line = trim(take_until(script, '\n'));
        if (line.starts_with("export ")) line = trim(line.substr(7));
        const std::size_t sign = line.find('=');
        if (sign == std::string_view::npos || sign == 0 || !all_of(line.substr(0, sign), is_name_part))
            continue;
        std::string_view value = line.substr(sign + 1);
        if (value.starts_with('"') || value.starts_with('\'')) value.remove_prefix(1);
        value = value.substr(0, value.find_first_of(" \t\"';#"));
        const auto [place, is_new] = found.try_emplace(line.substr(0, sign), value);
        if (!is_new && place->second != value) place->second = {};
    }
    return found;
}

/// A word of a script with variables replaced: $SIZE, ${SIZE}, ${SIZE:-4096}; nullopt where one is not known.
std::optional<std::string> resolved(std::string_view word, const Variables& variables, unsigned depth = 0) {
    if (!word.starts_with('$')) return std::string(word);
    word.remove_prefix(1);
    std::optional<std::string_view> otherwise;
    if (word.starts_with('{') && word.ends_with('}')) {
        word = word.substr(1, word.size() - 2);
        if (const std::size_t at = word.find(":-"); at != std::string_view::npos) {
            otherwise = word.substr(at + 2);
            word = word.substr(0, at);
        }
    }
    const auto found = variables.find(word);
    const bool is_own = found != variables.end() && found->second.starts_with(concat("${", word, ":-"));
    if (found != variables.end() && (!is_own || !otherwise)) {
        if (found->second.empty() || depth == kDeepestVariable) return std::nullopt;
        return resolved(found->second, variables, depth + 1);
    }
    return otherwise ? std::optional<std::string>(*otherwise) : std::nullopt;
}

/// The words of a script, without comments.
std::vector<std::string_view> words_of(std::string_view script) {
    std::vector<std::string_view> words;
    for (std::size_t at = 0; (at = script.find_first_not_of(kWordEnds, at)) != std::string_view::npos;) {
        const std::size_t end = std::min(script.find_first_of(kWordEnds, at), script.size());
        const bool is_comment = script[at] == '#';
        if (!is_comment) words.push_back(script.substr(at, end - at));
        at = is_comment ? std::min(script.find('\n', at), script.size()) : end;
    }
    return words;
}

bool is_argument(std::string_view word) {
    return word.size() > 2 && word.starts_with("--") && is_name_part(word[2]);
}

/// True for two words of a text in one line: a value stands in the line of its argument.
bool are_in_line(std::string_view word, std::string_view next) {
    const std::string_view between(word.data(), static_cast<std::size_t>(next.data() - word.data()));
    return between.find('\n') == std::string_view::npos;
}

/// True for `--num-layers)` of a script: what it does with an argument, which has no value there.
bool is_pattern_of_case(std::string_view word, std::string_view script) {
    const std::size_t end = static_cast<std::size_t>(word.data() - script.data()) + word.size();
    return end < script.size() && script[end] == ')';
}

/// The arguments of a command line in a script, or of a mapping in YAML: `--num-layers: 32`.
Arguments arguments_of_script(std::string_view script) {
    const Variables variables = variables_of(script);
    const std::vector<std::string_view> words = words_of(script);
    Arguments found;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (!is_argument(words[i]) || is_pattern_of_case(words[i], script)) continue;
        std::string_view name = words[i].substr(2), value = "true";
        if (const std::size_t sign = name.find('='); sign != std::string_view::npos) {
            value = name.substr(sign + 1);
            name = name.substr(0, sign);
        } else if (i + 1 < words.size() && !is_argument(words[i + 1]) &&
                   are_in_line(words[i], words[i + 1])) {
            value = words[++i];
        }
        if (name.ends_with(':')) name.remove_suffix(1);  // in YAML
        if (const std::optional<std::string> known = resolved(value, variables)) found.add(name, *known);
    }
    return found;
}

/// What a script trains: "gpt" of pretrain_gpt.py; "" where it names no program.
std::string_view trained_by(std::string_view script) {
    constexpr std::string_view kBegin = "pretrain_";
    const std::size_t at = script.find(kBegin);
    if (at == std::string_view::npos) return {};
    script.remove_prefix(at + kBegin.size());
    return script.substr(0, script.find(".py"));
}

bool are_of_model(const Arguments& arguments) {
    constexpr std::string_view kNeeded[] = {"num_layers", "hidden_size", "num_attention_heads"};
    return !arguments.are_several && all_of(kNeeded, [&](std::string_view name) {
        return arguments.values.contains(std::string(name));
    });
}

/// A key of MaxText and that of transformers; "" for one that changes nothing.
struct Renamed {
    std::string_view of_maxtext, of_transformers;
};

constexpr Renamed kKeys[] = {
    {"base_emb_dim", "hidden_size"},
    {"base_num_decoder_layers", "num_hidden_layers"},
    {"base_num_query_heads", "num_attention_heads"},
    {"base_num_kv_heads", "num_key_value_heads"},
    {"base_mlp_dim", "intermediate_size"},
    {"logits_via_embedding", "tie_word_embeddings"},
    {"normalization_layer_epsilon", "rms_norm_eps"},
    {"first_num_dense_layers", "first_k_dense_replace"},
    {"shared_experts", "n_shared_experts"},
    {"sliding_window_size", "sliding_window"},
    {"mlp_activations", ""},
    {"normalize_embedding_logits", ""},
    {"use_qk_norm", ""},
    {"use_post_attn_norm", ""},
    {"use_post_ffw_norm", ""},
    {"attention_type", ""},
    {"decoder_block", ""},
    {"mscale", ""},
    {"beta_fast", ""},
    {"beta_slow", ""},
    {"original_max_position_embeddings", ""},
    {"routed_score_func", ""},
    {"routed_bias", ""},
    {"final_logits_soft_cap", ""},
    {"attn_logits_soft_cap", ""},
    {"logical_axis_rules", ""},
    {"override_logical_axis_rules", ""},
    {"mesh_axes", ""},
    {"data_sharding", ""},
};

/// A kind of decoder of MaxText, and what transformers calls its model, its number of experts and their
/// width. A layer of some is several of transformers.
struct Decoder {
    std::string_view block, model_type, model_class;
    std::string_view experts = "", width = "moe_intermediate_size";
    unsigned layers = 1;
};

constexpr Decoder kDecoders[] = {
    {"llama2", "llama", "LlamaForCausalLM"},
    {"mistral", "mistral", "MistralForCausalLM"},
    {"mixtral", "mixtral", "MixtralForCausalLM", "num_local_experts", "intermediate_size"},
    {"qwen2", "qwen2", "Qwen2ForCausalLM"},
    {"qwen3", "qwen3", "Qwen3ForCausalLM"},
    {"qwen3_moe", "qwen3_moe", "Qwen3MoeForCausalLM", "num_experts"},
    {"gemma", "gemma", "GemmaForCausalLM"},
    {"gemma2", "gemma2", "Gemma2ForCausalLM", "", "", 2},
    {"deepseek", "deepseek_v3", "DeepseekV3ForCausalLM", "n_routed_experts"},
};

/// The decoder that settings name. Mistral's with experts is Mixtral's.
const Decoder* decoder_of(const JsonValue& settings) {
    const std::string block = settings.find("decoder_block").string();
    const bool has_experts = settings.find("num_experts").integer().value_or(1) > 1;
    return find_by(kDecoders, &Decoder::block, has_experts && block == "mistral" ? "mixtral" : block);
}

/// True for settings of layers that the model of transformers has not: an MLP without a gate, further norms.
bool are_of_other_layers(const JsonValue& settings, const Decoder& decoder) {
    const JsonValue activations = settings.find("mlp_activations");
    const auto asks_for = [&](std::string_view key) { return settings.find(key).boolean() == true; };
    const bool has_norms_behind = asks_for("use_post_attn_norm") || asks_for("use_post_ffw_norm");
    return (!activations.is_missing() && activations.size() != 2) ||
           (asks_for("use_qk_norm") && !decoder.block.starts_with("qwen3")) ||
           (has_norms_behind && decoder.block != "gemma2");
}

/// The key of transformers for a setting; "" where it has none.
std::string_view renamed(std::string_view key, const Decoder& decoder) {
    if (key == "num_experts" && !decoder.experts.empty()) return decoder.experts;
    if (key == "base_moe_mlp_dim") return decoder.width;
    const Renamed* const row = find_by(kKeys, &Renamed::of_maxtext, key);
    return row != nullptr ? row->of_transformers : key;
}

/// The value of a setting as transformers has it.
std::string written(std::string_view key, const JsonValue& value, const Decoder& decoder) {
    const Integer number = value.integer().value_or(-1);
    if (key == "q_lora_rank" && number == 0) return "null";
    const bool is_layers = key == "base_num_decoder_layers" && number > 0 && number < 1'000'000;
    return is_layers ? to_string(number * Integer{decoder.layers}) : std::string(value.source());
}

}  // namespace

std::string megatron_arguments(std::string_view text) {
    if (text.find(" ...") != std::string_view::npos) {
        const Arguments of_log = arguments_of_log(text);
        if (are_of_model(of_log)) return as_json(of_log, "a log");
    }
    if (text.find("--num-layers") == std::string_view::npos) return {};
    Arguments of_script = arguments_of_script(text);
    if (!are_of_model(of_script)) return {};
    const std::string_view trained = trained_by(text);
    const bool names_none = trained.empty() && text.find("--num-layers:") != std::string_view::npos;
    if (names_none) of_script.values["program"] = "\"unknown\"";  // YAML names no program
    if (!trained.empty() && trained != "gpt")
        of_script.values["program"] = concat('"', trained.substr(0, 20), '"');
    return as_json(of_script, "a script");
}

std::string maxtext_as_config(std::string_view json) {
    const Result<JsonDocument> document = JsonDocument::parse(json);
    const Decoder* decoder = document ? decoder_of(document->root()) : nullptr;
    if (decoder == nullptr || document->root().find("base_emb_dim").is_missing()) return {};
    if (are_of_other_layers(document->root(), *decoder)) return {};
    std::string config = concat("{\"model_type\":\"", decoder->model_type, "\",\"architectures\":[\"",
                                decoder->model_class, "\"]");
    for (const JsonValue value : document->root().items()) {
        const std::string key = value.key().string();
        const std::string_view name = renamed(key, *decoder);
        if (!name.empty()) config += concat(",\"", name, "\":", written(key, value, *decoder));
    }
    return config + "}";
}

}  // namespace paramscope::open
