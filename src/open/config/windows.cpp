#include "open/config/windows.h"

#include <algorithm>
#include <vector>

#include "base/concat.h"

namespace paramscope::open {
namespace {

constexpr Integer kLargestWindow = 1'000'000'000;

/// The number of tokens; nullopt where the config has none, or turns it off.
std::optional<Integer> window_of(const JsonValue& config) {
    if (config.find("use_sliding_window").boolean() == false) return std::nullopt;
    for (const std::string_view key : {"sliding_window", "attention_chunk_size"}) {
        const std::optional<Integer> window = config.find(key).integer();
        if (window && *window > 0 && *window < kLargestWindow) return window;
    }
    return std::nullopt;
}

/// The rule of a list of layers; nullopt where none fits, or a layer is of a type that is not known.
std::optional<FullLayers> rule_of(const JsonValue& types) {
    std::vector<bool> is_full;
    for (const JsonValue type : types.items()) {
        const bool has_window = type.is("sliding_attention") || type.is("chunked_attention");
        if (!has_window && !type.is("full_attention")) return std::nullopt;
        is_full.push_back(!has_window);
    }
    const auto first =
        static_cast<std::size_t>(std::find(is_full.begin(), is_full.end(), true) - is_full.begin());
    if (first == is_full.size()) return FullLayers{};
    const auto follows = [&](std::size_t every) {
        for (std::size_t i = 0; i < is_full.size(); ++i) {
            if (is_full[i] != (i % every == first)) return false;
        }
        return true;
    };
    for (std::size_t every = first + 1; every <= is_full.size(); ++every) {
        if (follows(every)) return FullLayers{static_cast<Integer>(every), static_cast<Integer>(first + 1)};
    }
    return std::nullopt;
}

/// Every so many layers the last sees all: 6, or "LLLG".
std::optional<FullLayers> rule_of_pattern(const JsonValue& pattern) {
    const std::string letters = pattern.string();
    const bool is_local_then_global = !letters.empty() && letters.find('G') == letters.size() - 1 &&
                                      letters.find_first_not_of("LG") == std::string::npos;
    const std::optional<Integer> every =
        is_local_then_global ? std::optional(static_cast<Integer>(letters.size())) : pattern.integer();
    return every && *every >= 0 && *every < kLargestWindow ? std::optional(FullLayers{*every, *every})
                                                           : std::nullopt;
}

/// What the library does with a config that does not say: a computed key of the architecture.
std::optional<FullLayers> usual_rule(ConfigKeys& keys, const ConfigScope& scope) {
    const TemplateKey* key =
        scope.architecture == nullptr ? nullptr : find_key(*scope.architecture, "full_attention_every");
    if (key == nullptr) return std::nullopt;
    const ConfigValue every = keys.evaluate(key->value, {&scope, nullptr});
    if (every.kind != ConfigValue::Kind::Number || !every.number.is_integer()) return std::nullopt;
    return FullLayers{every.number.numerator(), every.number.numerator()};
}

}  // namespace

std::optional<FullLayers> full_layers_of(const JsonValue& config) {
    if (const JsonValue types = config.find("layer_types"); types.size() > 0) return rule_of(types);
    for (const std::string_view key : {"sliding_window_pattern", "global_attn_every_n_layers"}) {
        if (std::optional<FullLayers> rule = rule_of_pattern(config.find(key))) return rule;
    }
    return std::nullopt;
}

std::string window_settings(ConfigKeys& keys, const ConfigScope& scope) {
    const std::optional<Integer> window = window_of(scope.config);
    if (!window) return {};
    const std::string lines = concat("sliding_window = ", to_string(*window),
                                     "  # tokens whose keys and values a layer with a window keeps\n");
    std::optional<FullLayers> full = full_layers_of(scope.config);
    const bool says_nothing =
        scope.config.find("layer_types").size() == 0 && !scope.config.find("max_window_layers").integer();
    if (!full && says_nothing) full = usual_rule(keys, scope);
    if (!full) return lines;
    const bool is_last = full->first == full->every;
    return concat(lines, "full_attention_every = ", to_string(full->every),
                  "  # so many layers, one keeps all; 0: none does\n",
                  is_last ? ""
                          : concat("first_full_attention = ", to_string(full->first),
                                   "  # the first that does, from 1\n"));
}

}  // namespace paramscope::open
