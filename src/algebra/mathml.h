// Writes polynomials as MathML: the page's formulas.
#pragma once

#include <string>

#include "algebra/print.h"

namespace paramscope {

/// The children of a <math> element: for each term of the sum its sign (an
/// <mo>; none before a positive first term) and one element. Digits are not
/// grouped: the page does that in its language. A faulted polynomial gives one
/// <mtext>.
std::string mathml(const Polynomial& value, const SymbolTexts& symbol_text);

}  // namespace paramscope
