// The difference of two models as a waterfall: a row for each cause, in words and with its place.
#pragma once

#include <string>

#include "formats/pictures/waterfall_picture.h"

namespace paramscope::app {

/// Draws the rows, and describes each. The totals at its ends have these names; `is_exact`: with all digits
/// and formulas.
void draw_causes(const Waterfall& waterfall, std::string left, std::string right, bool is_exact);

}  // namespace paramscope::app
