// Polynomials as people read them.
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
};

/// The text of a polynomial; "0" for zero, the fault's sentence in brackets for a faulted one.
std::string print(const Polynomial& value, Notation notation);

/// As print, but with each symbol shown as `shown(symbol)` where that gives a text: numbers put in, not yet
/// multiplied out, e.g. `12·512² + 13·512`. Never re-read: the text is for eyes.
using SymbolTexts = std::function<std::optional<std::string>(std::string_view)>;
std::string print_with(const Polynomial& value, Notation notation, const SymbolTexts& shown);

/// `6,738,415,616`.
std::string with_thousands(Integer value);

}  // namespace paramscope
