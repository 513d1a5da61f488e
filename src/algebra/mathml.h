// Writes polynomials as MathML: the formulas of <param-scope>.
#pragma once

#include <string>

#include "algebra/print.h"

namespace paramscope {

/// The children of a <math> element: for each term of the sum its sign (an
/// <mo>; none before a positive first term) and one element, which is no <mo>.
/// Attributes are in double quotes, and `&`, `<`, `>` of names are character
/// references. Digits are those of formula_digits(). A faulted polynomial gives
/// one <mtext>.
std::string mathml(const Polynomial& value, const SymbolTexts& symbol_text);
/// The same with common factors taken out of sums, see factored.h.
std::string mathml_factored(const Polynomial& value, const SymbolTexts& symbol_text);

}  // namespace paramscope
