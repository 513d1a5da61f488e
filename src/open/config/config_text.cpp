#include "open/config/config_text.h"

#include <algorithm>
#include <optional>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "base/text_parts.h"
#include "open/config/known/known_configs.h"
#include "open/config/matching.h"
#include "open/config/messages.h"
#include "open/config/template.h"
#include "open/support/json.h"
#include "open/support/literal.h"
#include "open/support/yaml.h"
#include "open/training/arguments.h"
#include "open/training/references.h"

namespace paramscope::open {
namespace {

/// How often a text is read over in search of a config, at most.
constexpr std::size_t kMostTimesRead = 4;
constexpr unsigned kDeepestSettings = 3;  ///< objects in objects of settings, in which a config is looked for

/// True for an object that names a type of models which is not known, and has no size of a model: settings of
/// other things have a `model_type`, too.
bool is_of_other_thing(const JsonValue& object) {
    constexpr std::string_view kSizes[] = {"vocab_size", "hidden_size", "d_model", "n_embd", "dim"};
    const JsonValue type = object.find("model_type");
    return !type.is_missing() && object.find("architectures").is_missing() &&
           architectures().find(type.string()) == nullptr &&
           none_of(kSizes, [&](std::string_view size) { return object.find(size).integer().has_value(); });
}

bool holds_config(const std::string& json) {
    if (json.empty()) return false;
    const Result<JsonDocument> document = JsonDocument::parse(json);
    return document && is_config_object(document->root()) && !is_of_other_thing(document->root());
}

/// The place behind `at` where an object may begin: a brace that ends a line or begins one, or the name of a
/// config before a parenthesis.
std::optional<std::size_t> next_place(std::string_view text, std::size_t at) {
    for (; at < text.size(); ++at) {
        if (text[at] == '{') return at;
        if (text[at] != '(') continue;
        std::size_t begin = at;
        while (begin > 0 && is_name_part(text[begin - 1])) --begin;
        const std::string_view name = text.substr(begin, at - begin);
        constexpr std::string_view kEndings[] = {"Config", "Args", "Arguments", "Namespace", "Dimensions"};
        if (any_of(kEndings, [&](std::string_view ending) { return name.ends_with(ending); })) return begin;
    }
    return std::nullopt;
}

/// The lines `program: key = value` of a log at the margin, as JSON; others are left out.
std::string settings_of_log(std::string_view text) {
    std::string json = "{";
    while (!text.empty()) {
        std::string_view line = take_until(text, '\n');
        const std::size_t colon = line.find(": "), sign = line.find(" = ");
        if (line.starts_with(' ') || colon > sign || sign == std::string_view::npos) continue;
        const std::string_view name = trim(line.substr(colon + 2, sign - colon - 2));
        if (name.empty() || !all_of(name, is_name_part)) continue;
        json +=
            concat(json.size() > 1 ? ",\"" : "\"", name, "\":", literal_as_json(trim(line.substr(sign + 3))));
    }
    return json + "}";
}

bool is_argument_part(char c) {
    return is_name_part(c) || c == '-';
}

/// The first object of a text that is a config.
std::string find_object(std::string_view text) {
    std::optional<std::size_t> place = next_place(text, 0);
    for (std::size_t read = 0; place && read < kMostTimesRead * text.size();) {
        LiteralReader reader(text, *place);
        std::string json = reader.read_object();
        if (holds_config(json)) return json;
        read += reader.end() - *place + 1;
        place = next_place(text, text.find_first_of("{(", *place) + 1);
    }
    return {};
}

/// Writes the keys of a line as names: "num-layers": 6 is "num_layers": 6.
void write_keys_as_names(std::string& line) {
    for (std::size_t at = line.find('"'); at != std::string::npos;) {
        const std::size_t end = line.find('"', at + 1);
        if (end == std::string::npos) return;
        const std::string_view key = std::string_view(line).substr(at + 1, end - at - 1);
        const bool is_key = line.compare(end + 1, 1, ":") == 0 && all_of(key, is_argument_part);
        if (is_key)
            std::replace(line.begin() + std::ptrdiff_t(at), line.begin() + std::ptrdiff_t(end), '-', '_');
        at = line.find('"', end + 1);
    }
}

/// The text without comments, and with names as keys.
std::string plain_settings(std::string_view text) {
    std::string plain;
    while (!text.empty()) {
        std::string line(without_comment(take_until(text, '\n')));
        write_keys_as_names(line);
        plain += concat(line, '\n');
    }
    return plain;
}

/// The config that an object of settings is, or that one of its objects is, such as `model`. Settings of a
/// type of models that is not known have none: their objects are its arguments.
std::string find_in_settings(const JsonValue& settings, unsigned depth = 0) {
    for (std::string config : {with_references(settings), maxtext_as_config(settings.source())}) {
        if (holds_config(config)) return config;
    }
    if (depth == kDeepestSettings || is_of_other_thing(settings)) return {};
    for (const JsonValue each : settings.items()) {
        if (each.kind() != JsonValue::Kind::Object) continue;
        if (std::string config = find_in_settings(each, depth + 1); !config.empty()) return config;
    }
    return {};
}

/// The config in settings as YAML.
std::string find_in_yaml(std::string_view text) {
    std::string json = yaml_as_json(text);
    write_keys_as_names(json);
    const Result<JsonDocument> document = JsonDocument::parse(json);
    return document ? find_in_settings(document->root()) : "";
}

/// Finds the first config in a text; "" where there is none.
std::string config_in(std::string_view text) {
    const std::string plain = plain_settings(text);
    for (const std::string_view each : {text, std::string_view(plain)}) {
        if (std::string object = find_object(each); !object.empty()) return object;
    }
    for (std::string config : {find_in_yaml(text), settings_of_log(text), megatron_arguments(text)}) {
        if (holds_config(config)) return config;
    }
    return {};
}

}  // namespace

FoundConfig find_config(std::string_view text) {
    const std::string name = torchtitan_model(text);
    const KnownConfig* const known = name.empty() ? nullptr : find_known_config(name);
    if (known == nullptr) return {config_in(text), message("config.in_text")};
    return {std::string(known->json), message("config.of_torchtitan", {{"name", name}})};
}

}  // namespace paramscope::open
