// Typesets formulas: fractions, exponents, brackets as high as their contents.
#pragma once

#include <imgui.h>

#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "algebra/polynomial.h"
#include "app/ui/theme.h"

namespace paramscope::app {

/// Values of symbols.
using SymbolNumbers = std::span<const std::pair<std::string, Rational>>;

/// Typesetting options.
struct MathStyle {
    ImU32 colour = 0;
    std::string_view symbol = {};  ///< what the formula defines, before the prefix
    std::string_view lead = {};    ///< prefix: "=", "≈"
    SymbolNumbers numbers = {};    ///< values substituted for symbols
    int most_lines = 0;            ///< the last line ends in `…` when there is more; 0: no limit
    Type type = Type::Formula;
    /// The colour of each of Polynomial::terms(), 0 for that of the formula; none: all have that.
    std::span<const ImU32> term_colours = {};
    /// The same of what is behind each term.
    std::span<const ImU32> term_grounds = {};
};

/// Draws a formula into the remaining width, broken into lines between its terms and, where one is too wide,
/// its factors. Gives the term under the pointer, which gets a ground of its own, nullptr for none; it
/// belongs to the formula.
const Term* math_text(const Polynomial& formula, const MathStyle& style);

}  // namespace paramscope::app
