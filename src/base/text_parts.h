// Finds and takes parts of a text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string_view>

#include "base/ranges.h"

namespace paramscope {

/// True when `text` has `part` somewhere.
constexpr bool holds(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

/// True when `text` has one of the parts somewhere.
inline bool contains_any(std::string_view text, std::initializer_list<std::string_view> parts) {
    return any_of(parts, [&](std::string_view part) { return holds(text, part); });
}

/// Takes the text before the next `separator` off the beginning of `rest`, and the separator with it. Where
/// there is none, that is all of `rest`.
constexpr std::string_view take_until(std::string_view& rest, char separator) {
    const std::size_t end = rest.find(separator);
    const std::string_view taken = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    return taken;
}

/// The position of the first `byte` at or behind `from`; npos where there is none. Looks at eight bytes at a
/// time, for megabytes of text: the C library of WebAssembly looks at one after the other.
inline std::size_t find_byte(std::string_view text, char byte, std::size_t from = 0) {
    constexpr std::uint64_t kOnes = 0x0101010101010101;
    constexpr std::uint64_t kHighs = 0x8080808080808080;
    const std::uint64_t wanted = kOnes * static_cast<unsigned char>(byte);
    std::size_t at = from;
    for (; at + 8 <= text.size(); at += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, text.data() + at, 8);
        word ^= wanted;  // the byte is a zero now
        if (((word - kOnes) & ~word & kHighs) != 0) break;
    }
    for (; at < text.size(); ++at) {
        if (text[at] == byte) return at;
    }
    return std::string_view::npos;
}

}  // namespace paramscope
