// Where things are in a block diagram: the box at a point, the box of a module, the box that an arrow key
// goes to.
#pragma once

#include <imgui.h>

#include <cstddef>

#include "count/report/report.h"
#include "formats/pictures/diagram/diagram.h"

namespace paramscope::app {

// Each gives the number of boxes where there is no such box.

/// The innermost box at a point of the diagram.
std::size_t box_at(const Diagram& diagram, Point at);

/// The innermost box that shows a module or holds it.
std::size_t box_of(const Report& report, const Diagram& diagram, std::size_t node);

/// The open box around a box; that of the model is around none.
std::size_t box_around(const Diagram& diagram, std::size_t box);

/// The keys in the direction of the diagram follow its arrows; the others go to the nearest box on that side
/// in the same frame. Without an arrow, the key onward enters an open box, the key back leaves the frame.
std::size_t box_beside(const Diagram& diagram, std::size_t box, ImGuiKey key);

}  // namespace paramscope::app
