#include "app/pictures/picture_keys.h"

#include <imgui_internal.h>

namespace paramscope::app {

PictureKeys::PictureKeys()
    : picture_(ImGui::GetItemID()),
      low_(ImGui::GetItemRectMin()),
      high_(ImGui::GetItemRectMax()),
      is_focused_(ImGui::IsItemFocused()) {}

void PictureKeys::own(std::span<const ImGuiKey> keys) const {
    for (const ImGuiKey key : keys) ImGui::SetKeyOwner(key, picture_);
}

bool PictureKeys::takes_focus(ImGuiID part) const {
    ImGuiContext& g = *GImGui;
    if (g.NavId != part) return false;
    ImGuiWindow* window = g.CurrentWindow;
    ImGui::SetNavID(picture_, window->DC.NavLayerCurrent, g.CurrentFocusScopeId,
                    ImGui::WindowRectAbsToRel(window, {low_, high_}));
    return true;
}

int arrow_step() {
    const auto pressed = [](ImGuiKey key) { return static_cast<int>(ImGui::IsKeyPressed(key)); };
    return pressed(ImGuiKey_RightArrow) + pressed(ImGuiKey_DownArrow) - pressed(ImGuiKey_LeftArrow) -
           pressed(ImGuiKey_UpArrow);
}

}  // namespace paramscope::app
