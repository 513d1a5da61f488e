// Draws a block diagram.
#pragma once

#include <utility>
#include <vector>

#include "formats/pictures/diagram/diagram.h"

namespace paramscope {

struct DiagramStyle {
    float text_size = 12;
    Colour text = 0, muted = 0;
    Colour frame = 0;   ///< ground of a frame; it may be translucent, for frames lie in frames
    Colour ground = 0;  ///< of a box
    Colour line = 0;    ///< borders
    Colour arrow = 0;
    bool is_dark = false;
    bool has_titles = false;  ///< for a medium with tooltips
    /// Boxes that are marked, by a colour over their ground.
    std::vector<std::pair<std::size_t, Colour>> marked;
    Point shift;  ///< of the whole picture
    Box visible;  ///< what is outside is left out; empty: everything is drawn
    float (*text_width)(std::string_view words, float text_size) = nullptr;
};

void draw_diagram(const Report& report, const Diagram& diagram, const DiagramStyle& style, Ink& ink);

}  // namespace paramscope
