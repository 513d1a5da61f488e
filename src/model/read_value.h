// Reads values of arguments: numbers and expressions, words, strings, tuples, calls, and any other text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "model/scanner.h"
#include "model/value.h"

namespace paramscope {

/// Limit for nested tuples and calls in one value; a deeper one is kept as Raw text.
inline constexpr int kDeepestValue = 30;
/// Limit for the values in one value; a longer list is kept as Raw text.
inline constexpr std::size_t kMostItems = 100'000;

/// Takes a value that ends at a comma, a closing bracket, a comment, a child's name or the end of the line;
/// nullopt, with nothing taken, when the text has the form of no value.
std::optional<Value> read_value(Scanner& scanner);

/// Takes `name=value` or `value`. Text that has the form of no value becomes Raw text up to the next comma,
/// closing bracket, comment, child or end of line outside brackets, so this always succeeds; the text is
/// empty, with nothing taken, only at one of those. `*unclosed` becomes the offset of a bracket in it that is
/// never closed.
Argument read_argument(Scanner& scanner, std::optional<std::uint32_t>* unclosed);

/// True when a value may end at `offset` (blanks skipped): before a comma, a closing bracket, a comment, a
/// child or a line end.
bool ends_value(std::string_view text, std::uint32_t offset);

}  // namespace paramscope
