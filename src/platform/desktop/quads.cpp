// Draws quads with ImGui's draw list, without cushion shading.
#include <imgui.h>

#include "platform/platform.h"

namespace paramscope::platform {

void draw_quads(ImDrawList& list, const Quads& quads, ImVec2 corner, float share) {
    const auto between = [share](float from, float to) { return from + (to - from) * share; };
    for (const Quad& quad : quads.all) {
        const ImVec2 low{corner.x + between(quad.from.x, quad.to.x),
                         corner.y + between(quad.from.y, quad.to.y)};
        const ImVec2 high{low.x + between(quad.from.z, quad.to.z), low.y + between(quad.from.w, quad.to.w)};
        list.AddRectFilled(low, high, quad.colour);
    }
}

void expect_image() {}

void save_pixels(std::string_view, ImVec2, ImVec2) {
    explain("A picture is saved as PNG by the page in a browser; here SVG is the way.");
}

void copy_pixels(std::string_view name, ImVec2 low, ImVec2 high) {
    save_pixels(name, low, high);
}

}  // namespace paramscope::platform
