// Writes polynomials as plain text, Unicode, LaTeX and MathML.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "algebra/polynomial.h"

namespace paramscope {

enum class Notation {
    Plain,    ///< `12*d_model^2 + 13*d_model`: read back by parse_expression to an equal polynomial
    Unicode,  ///< `12·d_model² + 13·d_model`
    Latex,    ///< `12 d_{\mathrm{model}}^{2} + 13 d_{\mathrm{model}}`, \frac, \lfloor \rfloor
    MathML,   ///< children of a <math> element: for each term its sign, then one element
};

/// The text of a polynomial: "0" for zero; for a faulted one the fault's sentence in brackets.
std::string print(const Polynomial& value, Notation notation);

/// Gives the text to print for a symbol (`512` for `d`), or nullopt to print its name.
using SymbolTexts = std::function<std::optional<std::string>(std::string_view)>;

/// Prints with numbers put in for symbols but not multiplied out: `12·512² + 13·512`. For people only:
/// parse_expression would read another polynomial.
std::string print_with(const Polynomial& value, Notation notation, const SymbolTexts& symbol_text);

/// The same for people, with common factors taken out of sums where that is shorter (factored.h):
/// `4·d·(d + 1)`. parse_expression reads the plain text without `symbol_text` back to an equal polynomial.
std::string print_factored(const Polynomial& value, Notation notation,
                           const SymbolTexts& symbol_text = nullptr);

/// An integer with its digits in groups of three: `6,738,415,616`.
std::string with_thousands(Integer value);
/// The same in a notation: LaTeX sets a comma between digits as punctuation unless it is in braces.
std::string with_thousands(Integer value, Notation notation);

/// The magnitude of a number inside a typeset formula: `50257`, but `16,777,216`. Digits are grouped from
/// 100,000 on.
std::string formula_digits(Integer value);

}  // namespace paramscope
