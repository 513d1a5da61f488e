#include "open/config/config_text.h"

#include <algorithm>
#include <optional>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "open/config/matching.h"
#include "open/support/json.h"
#include "open/support/literal.h"

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
        if (name.ends_with("Config") || name.ends_with("Args") || name.ends_with("Arguments") ||
            name == "Namespace")
            return begin;
    }
    return std::nullopt;
}

/// Lines `key: value` of YAML that begin at the margin, as JSON; others are left out.
std::string settings_of(std::string_view text) {
    std::string json = "{";
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = text.substr(at, end - at);
        at = end + 1;
        const std::size_t colon = line.find(": ");
        if (colon == std::string_view::npos || colon == 0 || !all_of(line.substr(0, colon), is_name_part))
            continue;
        const std::string member = concat(line.substr(0, colon), "=", trim(line.substr(colon + 2)));
        const std::string object = LiteralReader(concat("C(", member, ")"), 0).read_object();
        if (object.size() > 2)
            json += concat(json.size() > 1 ? "," : "", object.substr(1, object.size() - 2));
    }
    return json + "}";
}

}  // namespace

std::string find_config(std::string_view text) {
    std::optional<std::size_t> place = next_place(text, 0);
    for (std::size_t read = 0; place && read < kMostTimesRead * text.size();) {
        LiteralReader reader(text, *place);
        std::string json = reader.read_object();
        if (holds_config(json)) return json;
        read += reader.end() - *place + 1;
        place = next_place(text, text.find_first_of("{(", *place) + 1);
    }
    std::string settings = settings_of(text);
    return holds_config(settings) ? settings : std::string();
}

}  // namespace paramscope::open
