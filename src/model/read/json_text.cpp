#include "model/read/json_text.h"

#include <algorithm>
#include <cstddef>

namespace paramscope {
namespace {

/// What follows the blanks at the beginning.
std::string_view after_blanks(std::string_view text) {
    return text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
}

/// The place behind a string that begins with a quote; the text's end where it does not end.
std::size_t end_of_string(std::string_view text, std::size_t quote) {
    for (std::size_t at = quote + 1; at < text.size(); ++at) {
        if (text[at] == '"') return at + 1;
        if (text[at] == '\\') ++at;
    }
    return text.size();
}

/// True where `{"key":` begins, in lists or not.
bool begins_with_key(std::string_view text) {
    std::string_view rest = after_blanks(text);
    while (rest.starts_with('[')) rest = after_blanks(rest.substr(1));
    if (!rest.starts_with('{')) return false;
    rest = after_blanks(rest.substr(1));
    return rest.starts_with('"') && after_blanks(rest.substr(end_of_string(rest, 0))).starts_with(':');
}

/// Characters of JSON outside of strings: those of true, false, null, NaN and Infinity are among them.
constexpr std::string_view kOutsideOfStrings = "{}[],:+-.0123456789 \t\r\nEetrufalsnNIiy";

/// The place behind the first value, which begins with a bracket, or of the first character that JSON has
/// not.
std::size_t end_of_value(std::string_view text) {
    std::size_t depth = 0;
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        if (c == '"') {
            at = end_of_string(text, at);
            continue;
        }
        if (kOutsideOfStrings.find(c) == std::string_view::npos) return at;
        ++at;
        if (c == '{' || c == '[') ++depth;
        if ((c == '}' || c == ']') && --depth == 0) return at;
    }
    return text.size();
}

}  // namespace

bool is_json(std::string_view text) {
    const std::string_view value = after_blanks(text);
    return begins_with_key(value) && after_blanks(value.substr(end_of_value(value))).empty();
}

}  // namespace paramscope
