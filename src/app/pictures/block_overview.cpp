#include "app/pictures/block_overview.h"

#include <imgui_internal.h>

#include <algorithm>

#include "app/ui/screen_ink.h"
#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "formats/pictures/family_colours.h"

namespace paramscope::app {
namespace {

void draw_boxes(const Overview& overview, ImVec2 origin, float scale) {
    PictureStyle style = screen_style();
    style.parts = overview.parts;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto at = [&](const Box& box) {
        return ImVec2{origin.x + box.x * scale, origin.y + box.y * scale};
    };
    const auto end = [&](const Box& box) {
        return ImVec2{origin.x + (box.x + box.w) * scale, origin.y + (box.y + box.h) * scale};
    };
    for (const DiagramBox& box : overview.diagram.boxes) {
        const bool has_module = !box.step.modules.empty();
        const Colour own = has_module ? colour_of_module(overview.report, box.module(), style) : 0;
        const Colour colour = box.is_open ? faded(palette().line, 0.5f) : own != 0 ? own : palette().faint;
        list.AddRectFilled(at(box.box), end(box.box), colour);
    }
    for (const std::size_t index : overview.lit) {
        const Box& box = overview.diagram.boxes[index].box;
        list.AddRect(at(box), end(box), palette().warning, 0, 0, 2);
    }
    list.AddRect(at(overview.seen), end(overview.seen), palette().accent, 1, 0, 1.5f);
}

}  // namespace

float Overview::scale() const {
    return std::min(unit(30) / diagram.width, unit(20) / diagram.height);
}

ImVec2 Overview::size() const {
    const float pad = unit(1);
    return {std::max(diagram.width * scale(), unit(2)) + pad * 2,
            std::max(diagram.height * scale(), unit(2)) + pad * 2};
}

std::optional<Point> Overview::draw(ImVec2 corner) const {
    const Undescribed only_for_the_eye;
    const ImVec2 size = this->size();
    const float pad = unit(1), scale = this->scale();
    const ImVec2 origin{corner.x + (size.x - diagram.width * scale) / 2,
                        corner.y + (size.y - diagram.height * scale) / 2};
    ImGui::SetCursorScreenPos(corner);
    ImGui::PushItemFlag(ImGuiItemFlags_NoNav, true);
    ImGui::InvisibleButton("overview", size);
    ImGui::PopItemFlag();
    const ImVec2 end{corner.x + size.x, corner.y + size.y};
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(corner, end, palette().pane, pad);
    list.PushClipRect(corner, end, true);
    draw_boxes(*this, origin, scale);
    list.PopClipRect();
    list.AddRect(corner, end, has_high_contrast() ? palette().text : palette().line, pad);
    if (!ImGui::IsItemActive()) return std::nullopt;
    const ImVec2 mouse = ImGui::GetMousePos();
    return Point{(mouse.x - origin.x) / scale, (mouse.y - origin.y) / scale};
}

}  // namespace paramscope::app
