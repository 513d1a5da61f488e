// A small picture of the whole block diagram with the part that is seen, to move by.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <optional>
#include <vector>

#include "count/report/report.h"
#include "formats/pictures/diagram/diagram.h"

namespace paramscope::app {

/// What the overview shows.
struct Overview {
    const Report& report;
    const Diagram& diagram;
    const Parts* parts = nullptr;       ///< whose colours the boxes have
    Box seen;                           ///< the part of the diagram that its picture shows
    std::vector<std::size_t> lit = {};  ///< boxes that were found

    /// Its size on the screen.
    ImVec2 size() const;
    /// The point of the diagram that was pressed, to be brought to the middle.
    std::optional<Point> draw(ImVec2 corner) const;

  private:
    float scale() const;
};

}  // namespace paramscope::app
