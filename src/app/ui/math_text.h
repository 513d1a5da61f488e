// Formulas as mathematics: fractions, raised powers, brackets as high as what they hold.
#pragma once

#include <imgui.h>

#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "algebra/polynomial.h"
#include "app/ui/theme.h"

namespace paramscope::app {

/// What symbols stand for.
using SymbolNumbers = std::span<const std::pair<std::string, Rational>>;

/// How a formula is set.
struct MathStyle {
    ImU32 colour = 0;
    std::string_view lead = {};   ///< what stands before it: "=", "≈"
    SymbolNumbers numbers = {};   ///< put in for the symbols they name
    int most_lines = 0;           ///< the last of them ends in `…` where there is more; 0: all
    Type type = Type::Formula;
};

/// Draws a formula into the width that is left, broken into lines between its terms.
void math_text(const Polynomial& formula, const MathStyle& style);

}  // namespace paramscope::app
