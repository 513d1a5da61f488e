// Finds a byte in megabytes of text: eight at a time, where the C library of WebAssembly looks at one after
// the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace paramscope {

/// The position of the first `byte` at or behind `from`; npos where there is none.
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
