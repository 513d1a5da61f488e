#include "app/pictures/picture_keys.h"

#include <imgui_internal.h>

#include <algorithm>

#include "app/ui/semantics.h"

namespace paramscope::app {

PictureKeys::PictureKeys()
    : picture_(ImGui::GetItemID()),
      low_(ImGui::GetItemRectMin()),
      high_(ImGui::GetItemRectMax()),
      is_focused_(ImGui::IsItemFocused()) {}

void PictureKeys::own(std::span<const ImGuiKey> keys) const {
    for (const ImGuiKey key : keys) ImGui::SetKeyOwner(key, picture_);
}

std::optional<std::size_t> PictureKeys::moved(std::size_t now, std::size_t count) const {
    own(kArrowKeys);
    const int step = arrow_step();
    if (step == 0 || count == 0) return std::nullopt;
    if (now >= count) return 0;
    if (step < 0) return now > 0 ? now - 1 : 0;
    return std::min(now + 1, count - 1);
}

bool PictureKeys::takes_focus(ImGuiID part) const {
    ImGuiContext& g = *GImGui;
    if (g.NavId != part) return false;
    ImGuiWindow* window = g.CurrentWindow;
    ImGui::SetNavID(picture_, window->DC.NavLayerCurrent, g.CurrentFocusScopeId,
                    ImGui::WindowRectAbsToRel(window, {low_, high_}));
    return true;
}

bool PictureKeys::describe_part(ImGuiID part, ImVec2 low, ImVec2 high, std::string_view words,
                                bool is_selected, bool is_cursor) const {
    if (!ImGui::ItemAdd({low, high}, part, nullptr, ImGuiItemFlags_NoNav)) return false;
    describe(Aria::Option, words, {.selected = tri(is_selected), .is_cursor = is_focused_ && is_cursor});
    const bool is_elsewhere = takes_focus(part) && !is_cursor;  // to come here chooses nothing
    return is_elsewhere || GImGui->NavActivateId == part;
}

void focus_last_item() {
    const ImGuiContext& g = *GImGui;
    ImGuiWindow* window = g.CurrentWindow;
    ImGui::FocusWindow(window);
    ImGui::SetNavID(g.LastItemData.ID, window->DC.NavLayerCurrent, g.CurrentFocusScopeId,
                    ImGui::WindowRectAbsToRel(window, g.LastItemData.NavRect));
}

bool is_under_menu() {
    return ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup);
}

int arrow_step() {
    const auto pressed = [](ImGuiKey key) { return static_cast<int>(ImGui::IsKeyPressed(key)); };
    return pressed(ImGuiKey_RightArrow) + pressed(ImGuiKey_DownArrow) - pressed(ImGuiKey_LeftArrow) -
           pressed(ImGuiKey_UpArrow);
}

}  // namespace paramscope::app
