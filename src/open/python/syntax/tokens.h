// Counts the words and signs of a text of Python before it is parsed: a tree needs up to a hundred times the
// bytes of its text.
#pragma once

#include <cstddef>
#include <string_view>

namespace paramscope::open::python {

/// Limits of what is parsed, of one text and of the files besides the first; see docs/limits.md.
inline constexpr std::size_t kMostTokens = 400'000;
inline constexpr std::size_t kMostTokensOfFiles = 800'000;

/// Names, numbers and signs, those in comments left out; of strings their braces and backslashes, which
/// may be nodes of the tree. Linear in the text.
std::size_t count_tokens(std::string_view source);

/// The place behind the string whose first quote is at `begin`; of one without an end, the end of its line or
/// of the text.
std::size_t end_of_string(std::string_view source, std::size_t begin);

}  // namespace paramscope::open::python
