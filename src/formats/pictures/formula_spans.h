// Formulas as text of SVG, for pictures that carry one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace paramscope {

/// The content of a <text>: of a formula in Notation::Unicode, with letters in italics and indices lowered.
std::string formula_spans(std::string_view unicode);

/// A formula in lines of so many pixels, broken before the signs of its terms; the last of `most` lines ends
/// in "…" where there is more.
std::vector<std::string> formula_lines(std::string_view unicode, float width, float text_size,
                                       std::size_t most);

}  // namespace paramscope
