#include "app/dialog.h"

#include <algorithm>

#include "app/theme.h"
#include "app/widgets.h"

namespace paramscope::app {

Dialog::Dialog(const char* id, std::string_view title, ImVec2 size, bool opens) {
    if (opens) ImGui::OpenPopup(id);
    if (!ImGui::IsPopupOpen(id)) return;
    const ImVec2 window = ImGui::GetMainViewport()->Size;
    const float width = std::min(window.x - unit(4), size.x);
    const float tallest = window.y - unit(8);
    ImGui::SetNextWindowSize({width, std::min(tallest, size.y)});
    ImGui::SetNextWindowSizeConstraints({width, 0}, {width, tallest});
    ImGui::SetNextWindowPos({window.x * 0.5f, window.y * 0.5f}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {unit(4), unit(4)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, rounding() * 1.5f);
    is_open_ = ImGui::BeginPopupModal(
        id, nullptr, ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove);
    ImGui::PopStyleVar(2);
    if (!is_open_) return;
    is_new_ = ImGui::IsWindowAppearing();
    group_.emplace(Aria::Dialog, title);
    const ImVec2 at = ImGui::GetWindowPos();
    const ImVec2 extent = ImGui::GetWindowSize();
    const bool beside = ImGui::IsMouseClicked(ImGuiMouseButton_Left) &&
                        !ImGui::IsMouseHoveringRect(at, {at.x + extent.x, at.y + extent.y}, false);
    heading(title);
    same_line_at_right(icon_button_width());
    const bool crossed = icon_button("close", Icon::Close, word(Word::Close));
    if (crossed || (beside && !is_new_) || ImGui::IsKeyPressed(ImGuiKey_Escape)) close();
}

Dialog::~Dialog() {
    if (!is_open_) return;
    group_.reset();
    ImGui::EndPopup();
}

bool begin_menu(const char* id) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {unit(1.5f), unit(1.5f)});
    ImGui::PushStyleVar(ImGuiStyleVar_PopupRounding, rounding());
    const bool open = ImGui::BeginPopup(id);
    ImGui::PopStyleVar(2);
    if (open) ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    return open;
}

void end_menu() {
    ImGui::PopStyleVar();
    ImGui::EndPopup();
}

}  // namespace paramscope::app
