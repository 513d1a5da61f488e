// Reads expressions into polynomials: + - * / // % ^ **, parentheses, floor ceil min max pow(...), numbers
// with suffixes.
#pragma once

#include <cstdint>
#include <string_view>

#include "algebra/polynomial.h"
#include "base/result.h"

namespace paramscope {

/// Limit for nested parentheses, function calls and chained powers.
inline constexpr int kDeepestExpression = 200;

/// Reads the expression that starts at `*offset` of `text` and moves `*offset` to its end: the first
/// character that cannot continue it (a comma, a closing bracket, a line break, `#`, the end). Spans of
/// errors are offsets into `text`. Spaces and tabs are skipped, line breaks only inside parentheses.
///
/// Numbers: `12`, `1_000`, `0.5`, `1e-05` (exact fractions), with the suffixes k M B G T (10^3 .. 10^12;
/// `7B`, `32k`). Names: letters, digits, `_`, any non-ASCII character, not starting with a digit. `^` and
/// `**` bind right to left and tighter than unary minus, as in Python.
Result<Polynomial> parse_expression(std::string_view text, std::uint32_t* offset);

/// Reads all of `text` as one expression.
Result<Polynomial> parse_expression(std::string_view text);

}  // namespace paramscope
