#include "base/utf8.h"

namespace paramscope {
namespace {

/// The encoding that a first byte announces.
struct Form {
    std::size_t length;  ///< bytes of the whole character; 0: no character starts with this byte
    unsigned char mask;  ///< bits of the first byte that belong to the code point
    char32_t least;      ///< smallest code point that needs this many bytes
};

Form form_of(unsigned char first) {
    if (first < 0x80) return {1, 0x7F, 0};
    if ((first & 0xE0) == 0xC0) return {2, 0x1F, 0x80};
    if ((first & 0xF0) == 0xE0) return {3, 0x0F, 0x800};
    if ((first & 0xF8) == 0xF0) return {4, 0x07, 0x10000};
    return {0, 0, 0};
}

}  // namespace

Utf8Character decode_utf8(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const Form form = form_of(byte(0));
    if (form.length == 0 || form.length > text.size()) return {};
    char32_t code_point = byte(0) & form.mask;
    for (std::size_t i = 1; i < form.length; ++i) {
        if (!is_utf8_continuation(text[i])) return {};
        code_point = (code_point << 6) | (byte(i) & 0x3F);
    }
    const bool is_surrogate = code_point >= 0xD800 && code_point <= 0xDFFF;
    if (code_point < form.least || code_point > 0x10FFFF || is_surrogate) return {};
    return {code_point, form.length};
}

void append_utf8(std::string& text, char32_t code_point) {
    const auto append = [&](char32_t byte) { text.push_back(static_cast<char>(byte)); };
    const auto append_continuation = [&](unsigned shift) { append(0x80 | (code_point >> shift & 0x3F)); };
    if (code_point < 0x80) {
        append(code_point);
    } else if (code_point < 0x800) {
        append(0xC0 | code_point >> 6);
        append_continuation(0);
    } else if (code_point < 0x10000) {
        append(0xE0 | code_point >> 12);
        append_continuation(6);
        append_continuation(0);
    } else {
        append(0xF0 | code_point >> 18);
        append_continuation(12);
        append_continuation(6);
        append_continuation(0);
    }
}

}  // namespace paramscope
