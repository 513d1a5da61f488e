#include "app/dialogs/dialog.h"

#include <algorithm>

#include "app/ui/icons.h"
#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"

namespace paramscope::app {

Dialog::Dialog(const char* id, std::string_view title, ImVec2 size, bool opens, DialogHead head) {
    if (opens) ImGui::OpenPopup(id);
    if (!ImGui::IsPopupOpen(id)) return;
    const ImVec2 window = ImGui::GetMainViewport()->Size;
    const bool fills = size.x >= window.x && size.y >= window.y;
    const float width = fills ? window.x : std::min(window.x - unit(4), size.x);
    const float tallest = fills ? window.y : window.y - unit(8);
    ImGui::SetNextWindowSize({width, std::min(tallest, size.y)});
    ImGui::SetNextWindowSizeConstraints({width, 0}, {width, tallest});
    ImGui::SetNextWindowPos({window.x * 0.5f, window.y * 0.5f}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {unit(4), unit(4)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, fills ? 0 : rounding() * 1.5f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
    is_open_ = ImGui::BeginPopupModal(
        id, nullptr, ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove);
    ImGui::PopStyleVar(3);
    if (!is_open_) return;
    is_new_ = ImGui::IsWindowAppearing();
    group_.emplace(Aria::Dialog, title);
    const ImVec2 at = ImGui::GetWindowPos();
    const ImVec2 extent = ImGui::GetWindowSize();
    const bool beside = ImGui::IsMouseClicked(ImGuiMouseButton_Left) &&
                        !ImGui::IsMouseHoveringRect(at, {at.x + extent.x, at.y + extent.y}, false);
    bool is_crossed = false;
    if (head == DialogHead::Title) {
        heading(title);
        same_line_at_right(icon_button_width());
        is_crossed = icon_button("close", Icon::Close, word("close"));
    }
    if (is_crossed || (beside && !is_new_) || ImGui::IsKeyPressed(ImGuiKey_Escape)) close();
}

Dialog::~Dialog() {
    if (!is_open_) return;
    group_.reset();
    ImGui::EndPopup();
}

namespace {

/// Places the next menu below the last item, or above one that is low in the window, aligned to its left or
/// right edge, whichever leaves more space.
void place_at_item() {
    constexpr float kLow = 0.6f;  // of the window's height
    const ImVec2 window = ImGui::GetMainViewport()->Size;
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 high = ImGui::GetItemRectMax();
    const bool at_right = low.x + high.x > window.x;
    const bool is_above = low.y > window.y * kLow;
    const float edge = is_above ? low.y - unit(1) : high.y + unit(1);
    const float room = is_above ? edge - gap() : window.y - edge - gap();
    ImGui::SetNextWindowPos({at_right ? high.x : low.x, edge}, ImGuiCond_Always,
                            {at_right ? 1.0f : 0.0f, is_above ? 1.0f : 0.0f});
    ImGui::SetNextWindowSizeConstraints({0, 0}, {window.x, std::max(room, unit(20))});
}

std::optional<Group> menu;  // the open menu

}  // namespace

bool begin_menu(const char* id, std::string_view name, bool at_pointer) {
    if (!at_pointer) place_at_item();
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {unit(1.5f), unit(1.5f)});
    ImGui::PushStyleVar(ImGuiStyleVar_PopupRounding, rounding());
    const bool open = ImGui::BeginPopup(id);
    ImGui::PopStyleVar(2);
    if (!open) return false;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    menu.emplace(Aria::Menu, name);
    return true;
}

void end_menu() {
    menu.reset();
    ImGui::PopStyleVar();
    ImGui::EndPopup();
}

}  // namespace paramscope::app
