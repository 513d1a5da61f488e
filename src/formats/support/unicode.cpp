#include "formats/support/unicode.h"

#include <algorithm>

#include "base/ranges.h"
#include "base/utf8.h"

namespace paramscope {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

bool is_harmless_control(char32_t c) {
    return c == '\n' || c == '\t';
}

/// The number of characters before the first that is not printable ASCII.
std::size_t plain_length(std::string_view text) {
    const auto end = std::find_if(text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; });
    return static_cast<std::size_t>(end - text.begin());
}

/// Copies `text`, with U+FFFD for what is no UTF-8 and for characters that `keep` refuses, which keeps
/// printable ASCII.
template <typename Keep>
std::string filtered(std::string_view text, Keep keep) {
    std::string result;
    result.reserve(text.size());
    while (true) {
        const std::size_t plain = plain_length(text);
        result += text.substr(0, plain);
        text.remove_prefix(plain);
        if (text.empty()) return result;
        const Utf8Character character = decode_utf8(text);
        const bool kept = character.length != 0 && keep(character.code_point);
        const std::size_t length = std::max<std::size_t>(character.length, 1);
        result += kept ? text.substr(0, length) : kReplacement;
        text.remove_prefix(length);
    }
}

struct Range {
    char32_t first, last;
};

bool is_in(char32_t c, const Range& range) {
    return c >= range.first && c <= range.last;
}

bool is_combining(char32_t c) {
    return is_in(c, {0x300, 0x36F}) || is_in(c, {0x200B, 0x200F});
}

bool is_wide(char32_t c) {
    constexpr Range wide[] = {{0x1100, 0x115F}, {0x2E80, 0xA4CF},   {0xAC00, 0xD7A3},
                              {0xF900, 0xFAFF}, {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},
                              {0xFFE0, 0xFFE6}, {0x1F300, 0x1FAFF}, {0x20000, 0x3FFFD}};
    return any_of(wide, [c](const Range& range) { return is_in(c, range); });
}

}  // namespace

std::string valid_utf8(std::string_view text) {
    return filtered(text, [](char32_t) { return true; });
}

std::string printable(std::string_view text) {
    return filtered(text, [](char32_t c) { return is_harmless_control(c) || !is_invisible(c); });
}

std::size_t display_width(std::string_view text) {
    std::size_t width = 0;
    while (true) {
        const std::size_t plain = plain_length(text);
        width += plain;
        text.remove_prefix(plain);
        if (text.empty()) return width;
        const Utf8Character character = decode_utf8(text);
        if (!is_combining(character.code_point)) width += is_wide(character.code_point) ? 2U : 1U;
        text.remove_prefix(std::max<std::size_t>(character.length, 1));
    }
}

}  // namespace paramscope
