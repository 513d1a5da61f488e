#include "open/config/config_text.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "base/text_parts.h"
#include "open/config/matching.h"
#include "open/support/json.h"
#include "open/support/literal.h"
#include "open/training/arguments.h"

namespace paramscope::open {
namespace {

/// How often a text is read over in search of a config, at most.
constexpr std::size_t kMostTimesRead = 4;

bool holds_config(const std::string& json) {
    if (json.empty()) return false;
    const Result<JsonDocument> document = JsonDocument::parse(json);
    return document && is_config_object(document->root());
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

/// The name and the value of a line `name: value` whose name is one word; nullopt for another line. A key of
/// a command line, `num-layers`, is `num_layers`.
std::optional<std::pair<std::string, std::string_view>> split_setting(std::string_view line,
                                                                      std::string_view sign) {
    const std::size_t at = line.find(sign);
    if (at == std::string_view::npos) return std::nullopt;
    std::string name(trim(line.substr(0, at)));
    std::replace(name.begin(), name.end(), '-', '_');
    if (name.empty() || !all_of(name, is_name_part)) return std::nullopt;
    return std::pair(std::move(name), trim(line.substr(at + sign.size())));
}

/// The lines at the margin that set a key, as JSON; others are left out: `key: value` of YAML, or, where a
/// log has them, `program: key = value`.
std::string settings_of(std::string_view text, bool is_log) {
    std::string json = "{";
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = text.substr(at, end - at);
        at = end + 1;
        auto setting = line.starts_with(' ') ? std::nullopt : split_setting(line, ": ");
        if (setting && is_log) setting = split_setting(setting->second, " = ");
        if (!setting) continue;
        const std::string object =
            LiteralReader(concat("C(", setting->first, "=", setting->second, ")"), 0).read_object();
        if (object.size() > 2)
            json += concat(json.size() > 1 ? "," : "", object.substr(1, object.size() - 2));
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

/// The line without what stands behind `#`, as in YAML.
std::string_view without_comment(std::string_view line) {
    std::size_t sign = line.find('#');
    while (sign != std::string_view::npos && sign > 0 && line[sign - 1] != ' ')
        sign = line.find('#', sign + 1);
    return line.substr(0, sign);
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

}  // namespace

std::string find_config(std::string_view text) {
    const std::string plain = plain_settings(text);
    for (const std::string_view each : {text, std::string_view(plain)}) {
        if (std::string object = find_object(each); !object.empty()) return object;
    }
    const std::string settings = settings_of(plain, false);
    for (std::string config :
         {settings, settings_of(text, true), maxtext_as_config(settings), megatron_arguments(text)}) {
        if (holds_config(config)) return config;
    }
    return {};
}

}  // namespace paramscope::open
