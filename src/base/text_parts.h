// Finds and takes parts of a text.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
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

/// True when `word` is one of the words, which have single blanks between them.
constexpr bool has_word(std::string_view words, std::string_view word) {
    while (!words.empty()) {
        if (take_until(words, ' ') == word) return true;
    }
    return false;
}

/// The words of a text with single blanks between them, as a table of the program. The number is checked.
template <std::size_t kCount>
constexpr std::array<std::string_view, kCount> word_table(std::string_view text) {
    std::array<std::string_view, kCount> table;
    for (std::string_view& word : table) word = take_until(text, ' ');
    if (!text.empty() || table.back().empty()) std::abort();  // at compile time: no such table
    return table;
}

struct WordMeaning {
    std::string_view word, meaning;
};

/// A table of words and what they mean: meaning_table<2>("F32=float32 F16=float16").
template <std::size_t kCount>
constexpr std::array<WordMeaning, kCount> meaning_table(std::string_view text) {
    std::array<WordMeaning, kCount> table;
    const std::array<std::string_view, kCount> pairs = word_table<kCount>(text);
    for (std::size_t i = 0; i < kCount; ++i) {
        table[i].meaning = pairs[i];
        table[i].word = take_until(table[i].meaning, '=');
    }
    return table;
}

/// What a word means; "" for one that the table does not have.
std::string_view meaning_of(const auto& table, std::string_view word) {
    const WordMeaning* found = find_by(table, &WordMeaning::word, word);
    return found == nullptr ? std::string_view() : found->meaning;
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
