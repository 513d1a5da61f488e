// The colours of layer families and of modules.
#pragma once

#include <cstdint>
#include <string_view>

#include "count/report/report.h"
#include "formats/pictures/ink.h"

namespace paramscope {

/// The colour of a family on a light or a dark ground; transparent for families without one.
Colour colour_of_family(std::string_view family, bool is_dark);

/// The colour of a module in diagrams; transparent for modules without one.
Colour colour_of_module(const Report& report, std::uint32_t module, bool is_dark);

}  // namespace paramscope
