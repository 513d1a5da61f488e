// Reads argument values: numbers and expressions, words, strings, tuples, calls, and what is none of these.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "model/scanner.h"
#include "model/value.h"

namespace paramscope {

/// How deep tuples and calls may nest inside one value; what is deeper is kept as Raw text.
inline constexpr int kDeepestValue = 30;
/// The most values inside one; a longer list is data and kept as Raw text.
inline constexpr std::size_t kMostItems = 100'000;

/// Reads a value that ends at a comma, a closing bracket, a comment, a child's name or a line end; nullopt,
/// with the scanner where it was, when the text there is none of the structured kinds.
std::optional<Value> read_value(Scanner& scanner);

/// Reads `name=value` or `value`. What has no structure becomes Raw text up to the next comma, closing
/// bracket, comment, child or line end outside brackets, so this always succeeds; the text is empty (and
/// nothing is stepped over) only at one of those. A bracket in it that is never closed is told in `unclosed`.
Argument read_argument(Scanner& scanner, std::optional<std::uint32_t>* unclosed);

/// Whether a value that ends at `offset` (blanks skipped) is followed by something that may follow one.
bool ends_value(std::string_view text, std::uint32_t offset);

}  // namespace paramscope
