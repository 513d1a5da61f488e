// The colours of layer families and of the parts of a Transformer.
#pragma once

#include <cstdint>
#include <string_view>

#include "formats/pictures/picture_style.h"

namespace paramscope {

/// The colour of a family or a part on a light or a dark ground; transparent for families without one.
Colour colour_of_family(std::string_view family, bool is_dark);

/// The colour of a module in a picture: that of its part or family; transparent where that has none.
Colour colour_of_module(const Report& report, std::uint32_t node, const PictureStyle& style);

}  // namespace paramscope
