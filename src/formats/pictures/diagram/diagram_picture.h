// Draws a block diagram.
#pragma once

#include <utility>
#include <vector>

#include "formats/pictures/diagram/diagram.h"
#include "formats/pictures/picture_style.h"

namespace paramscope {

struct DiagramStyle : PictureStyle {
    Colour frame = 0;   ///< ground of a frame; it may be translucent, for frames lie in frames
    Colour ground = 0;  ///< of a box
    Colour arrow = 0;
    float tint = 0.16f;  ///< opacity of a module's colour over its box
    /// Boxes that are marked, by a colour over their ground.
    std::vector<std::pair<std::size_t, Colour>> marked = {};
    Point shift = {};  ///< of the whole picture
    Box visible = {};  ///< what is outside is left out; empty: everything is drawn
};

void draw_diagram(const Report& report, const Diagram& diagram, const DiagramStyle& style, Ink& ink);

}  // namespace paramscope
