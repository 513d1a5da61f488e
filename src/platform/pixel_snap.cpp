#include "platform/pixel_snap.h"

#include <imgui.h>

#include <cmath>

namespace paramscope::platform {
namespace {

/// True for the four vertices of an upright textured rectangle in ImGui's order: clockwise from the top left
/// corner.
bool is_textured_rectangle(const ImDrawVert* v) {
    return v[0].pos.x == v[3].pos.x && v[1].pos.x == v[2].pos.x && v[0].pos.y == v[1].pos.y &&
           v[2].pos.y == v[3].pos.y && v[0].uv.x != v[1].uv.x && v[0].uv.y != v[3].uv.y &&
           v[0].uv.y == v[1].uv.y && v[0].uv.x == v[3].uv.x;
}

void snap(ImDrawList& list, ImVec2 scale) {
    ImVector<ImDrawVert>& vertices = list.VtxBuffer;
    for (int i = 0; i + 3 < vertices.Size;) {
        ImDrawVert* v = &vertices[i];
        if (!is_textured_rectangle(v)) {
            ++i;
            continue;
        }
        const float dx = std::round(v->pos.x * scale.x) / scale.x - v->pos.x;
        const float dy = std::round(v->pos.y * scale.y) / scale.y - v->pos.y;
        for (int corner = 0; corner < 4; ++corner) {
            v[corner].pos.x += dx;
            v[corner].pos.y += dy;
        }
        i += 4;
    }
}

}  // namespace

void snap_glyphs(ImDrawData& frame) {
    for (ImDrawList* list : frame.CmdLists) snap(*list, frame.FramebufferScale);
}

}  // namespace paramscope::platform
