// Characters of UTF-8 texts, which may hold any bytes.
#pragma once

#include <cstddef>
#include <string_view>

namespace paramscope {

/// One decoded character: its code point, and how many bytes it takes; 0 bytes when they are no UTF-8.
struct Utf8Character {
    char32_t code_point = 0;
    std::size_t length = 0;
};

/// The character at the start of `text`, which is not empty. Neither surrogates nor longer forms than a
/// character needs are UTF-8.
Utf8Character decode_utf8(std::string_view text);

}  // namespace paramscope
