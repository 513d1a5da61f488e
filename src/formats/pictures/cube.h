// The mark of Paramscope: a cube.
#pragma once

#include "formats/pictures/ink.h"

namespace paramscope {

void draw_cube(const Box& box, Colour colour, Ink& ink);

}  // namespace paramscope
