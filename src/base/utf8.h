// Decodes UTF-8. Texts come from files and may hold any bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace paramscope {

/// One decoded character.
struct Utf8Character {
    char32_t code_point = 0;
    std::size_t length = 0;  ///< bytes it takes; 0 where the bytes are not valid UTF-8
};

/// The character at the start of `text`, which is not empty. Surrogates and overlong forms are not valid.
Utf8Character decode_utf8(std::string_view text);

/// Appends a code point, which must not exceed 0x10FFFF, as UTF-8.
void append_utf8(std::string& text, char32_t code_point);

/// True for the second and later bytes of a character: a text must not be cut before one.
constexpr bool is_utf8_continuation(char c) {
    return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

/// Control characters, line ends, and marks that are invisible or change the writing direction.
constexpr bool is_invisible(char32_t code) {
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0x200b && code <= 0x200f) ||
           (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) || code == 0xfeff;
}

}  // namespace paramscope
