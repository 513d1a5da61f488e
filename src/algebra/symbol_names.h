// Writes the names of symbols as mathematics: Greek letters, subscripts, and exponents.
#pragma once

#include <string>
#include <string_view>

namespace paramscope {

/// A name as LaTeX: `d` as d, `layers` as \mathrm{layers}, `alpha` as \alpha,
/// `d_model` as d_{\mathrm{model}}.
std::string latex_name(std::string_view name);

/// A name as one MathML element: `d` as <mi>d</mi>, `alpha` as <mi>α</mi>,
/// `d_1` as <msub><mi>d</mi><mn>1</mn></msub>.
std::string mathml_name(std::string_view name);

/// An exponent in Unicode: ⁻⁶.
std::string superscript(int number);

}  // namespace paramscope
