// Formulas set in two faces: letters slanted, numbers and operators upright, as in print.
#pragma once

#include <imgui.h>

#include <string_view>

namespace paramscope::app {

/// Draws a formula, broken into lines between its terms at the pane's right edge. At most `most_lines` lines
/// are shown (0: all); the last one then ends in `…`.
void formula_text(std::string_view formula, ImU32 colour, int most_lines = 0);

}  // namespace paramscope::app
