// Fields of a form two a line, each below its name.
#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <string>

#include "app/ui/theme.h"
#include "app/ui/widgets.h"

namespace paramscope::app {

/// Calls `draw(index, width)` for the field of each name.
inline void draw_field_pairs(std::span<const std::string> names,
                             const std::function<void(std::size_t, float)>& draw) {
    const float width = (ImGui::GetContentRegionAvail().x - unit(2)) / 2;
    const float left = ImGui::GetCursorPosX(), right = left + width + unit(2);
    for (std::size_t first = 0; first < names.size(); first += 2) {
        const std::size_t end = std::min(first + 2, names.size());
        for (std::size_t i = first; i < end; ++i) {
            if (i > first) ImGui::SameLine(right);
            caption(names[i]);
        }
        for (std::size_t i = first; i < end; ++i) {
            if (i > first) ImGui::SameLine(right);
            draw(i, width);
        }
    }
}

}  // namespace paramscope::app
