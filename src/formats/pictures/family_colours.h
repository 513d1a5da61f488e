// The colours of layer families.
#pragma once

#include <string_view>

#include "formats/pictures/ink.h"

namespace paramscope {

/// The colour of a family on a light or a dark ground; transparent for families without one.
Colour colour_of_family(std::string_view family, bool is_dark);

}  // namespace paramscope
