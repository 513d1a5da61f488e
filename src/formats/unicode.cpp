#include "formats/unicode.h"

#include <algorithm>

namespace paramscope {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

/// One decoded character: its code point, and how many bytes it takes; 0 bytes when they are no UTF-8.
struct Decoded {
    char32_t code_point = 0;
    std::size_t length = 0;
};

/// The form that a first byte announces: bytes in all, bits of its own, the least code point.
struct Form {
    std::size_t length;
    unsigned char mask;
    char32_t least;
};

Form form_of(unsigned char first) {
    if (first < 0x80) return {1, 0x7F, 0};
    if ((first & 0xE0) == 0xC0) return {2, 0x1F, 0x80};
    if ((first & 0xF0) == 0xE0) return {3, 0x0F, 0x800};
    if ((first & 0xF8) == 0xF0) return {4, 0x07, 0x10000};
    return {0, 0, 0};
}

/// The character at the start of `text`, which is not empty.
Decoded decode(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const Form form = form_of(byte(0));
    if (form.length == 0 || form.length > text.size()) return {};
    char32_t code_point = byte(0) & form.mask;
    for (std::size_t i = 1; i < form.length; ++i) {
        if ((byte(i) & 0xC0) != 0x80) return {};
        code_point = (code_point << 6) | (byte(i) & 0x3F);
    }
    const bool is_surrogate = code_point >= 0xD800 && code_point <= 0xDFFF;
    if (code_point < form.least || code_point > 0x10FFFF || is_surrogate) return {};
    return {code_point, form.length};
}

bool is_harmless_control(char32_t c) {
    return c == '\n' || c == '\t';
}
bool is_control(char32_t c) {
    return c < 0x20 || (c >= 0x7F && c < 0xA0);
}

/// Copies `text`, with U+FFFD for what is no UTF-8 and for characters that `keep` refuses.
template <typename Keep>
std::string filtered(std::string_view text, Keep keep) {
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        const Decoded character = decode(text);
        const bool kept = character.length != 0 && keep(character.code_point);
        const std::size_t length = std::max<std::size_t>(character.length, 1);
        result += kept ? text.substr(0, length) : kReplacement;
        text.remove_prefix(length);
    }
    return result;
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
    return std::any_of(std::begin(wide), std::end(wide), [c](const Range& range) { return is_in(c, range); });
}

}  // namespace

std::string valid_utf8(std::string_view text) {
    return filtered(text, [](char32_t) { return true; });
}

std::string printable(std::string_view text) {
    return filtered(text, [](char32_t c) { return is_harmless_control(c) || !is_control(c); });
}

std::size_t display_width(std::string_view text) {
    std::size_t width = 0;
    while (!text.empty()) {
        const Decoded character = decode(text);
        if (!is_combining(character.code_point)) width += is_wide(character.code_point) ? 2 : 1;
        text.remove_prefix(std::max<std::size_t>(character.length, 1));
    }
    return width;
}

}  // namespace paramscope
