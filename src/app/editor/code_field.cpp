#include "app/editor/code_field.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cfloat>
#include <cmath>

namespace paramscope::app {
namespace {

constexpr std::size_t kLongText = 100'000;  // bytes

// The child window of a multi-line field, which has its scroll position.
ImGuiWindow* text_window(ImGuiID field) {
    for (ImGuiWindow* child : ImGui::GetCurrentWindow()->DC.ChildWindows) {
        if (child->ChildId == field) return child;
    }
    return nullptr;
}

// The same window as it was in the last frame.
ImGuiWindow* earlier_window(ImGuiID field) {
    for (ImGuiWindow* window : GImGui->Windows) {
        if (window->ChildId == field && window->WasActive) return window;
    }
    return nullptr;
}

// ImGui scans a field's whole text in each frame. A long text is passed only while it is edited, or may begin
// to be; in other frames an empty field of the same size is enough, since this panel draws the lines.
bool needs_text(ImGuiID field) {
    const ImGuiContext& g = *GImGui;
    const bool scrolls = g.ActiveIdWindow != nullptr && g.ActiveIdWindow->ChildId == field;
    return g.ActiveId == field || scrolls || g.ActiveIdPreviousFrame != 0 || g.NavActivateId == field ||
           g.InputTextDeactivatedState.ID == field || ImGui::IsMouseClicked(ImGuiMouseButton_Left);
}

// Makes room for a changed text: a copy where the text is shared.
int make_room(ImGuiInputTextCallbackData* data) {
    std::string& text = static_cast<SharedText*>(data->UserData)->edit();
    text.resize(static_cast<std::size_t>(data->BufTextLen));
    data->Buf = text.data();
    return 0;
}

// A field that changes the text; true when it did. ImGui writes to it only after make_room().
bool text_field(const char* label, SharedText& text, const ImVec2& size, ImGuiInputTextFlags flags) {
    return ImGui::InputTextMultiline(label, const_cast<char*>(text->c_str()), text->size() + 1, size,
                                     flags | ImGuiInputTextFlags_AllowTabInput |
                                         ImGuiInputTextFlags_NoUndoRedo | ImGuiInputTextFlags_CallbackResize,
                                     make_room, &text);
}

// How much lower ImGui has to begin the text, so that the pointer meets the line that is drawn there.
float shift_at_pointer(float top, const LineMap& map) {
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) return 0;
    const float height = ImGui::GetMousePos().y - top;
    const std::size_t line = map.line_at(height);
    const float line_height = ImGui::GetTextLineHeight();
    const float in_line = std::min(height - map.top(line), line_height - 1);
    return height - (static_cast<float>(line) * line_height + in_line);
}

bool is_scrolled_by_hand(const ImGuiWindow& window) {
    return window.ScrollTarget.y < FLT_MAX ||
           GImGui->ActiveId == ImGui::GetWindowScrollbarID(const_cast<ImGuiWindow*>(&window), ImGuiAxis_Y);
}

}  // namespace

bool CodeField::draw(const char* label, CodeLines& lines, const ImVec2& size, const LineMap& map,
                     bool is_read_only) {
    id_ = ImGui::GetID(label);
    window_ = earlier_window(id_);
    scroll_ = window_ != nullptr ? window_->Scroll.y : 0;
    is_scrolled_ = window_ != nullptr && is_scrolled_by_hand(*window_);
    caret_ = state() != nullptr ? std::optional(state()->GetCursorPos()) : std::nullopt;
    const float padding = ImGui::GetStyle().FramePadding.y;
    ImGui::SetNextWindowContentSize({0, map.height() + padding * 2});
    ImGui::PushStyleVarY(ImGuiStyleVar_FramePadding,
                         padding + (window_ != nullptr ? shift_at_pointer(origin().y, map) : 0));
    for (const ImGuiCol slot :
         {ImGuiCol_FrameBg, ImGuiCol_Text, ImGuiCol_TextSelectedBg, ImGuiCol_InputTextCursor})
        ImGui::PushStyleColor(slot, 0);
    SharedText nothing;
    const bool is_spared = lines.text()->size() > kLongText && !needs_text(id_);
    is_edited_ = text_field(label, is_spared ? nothing : lines.edited_text(), size,
                            is_read_only ? ImGuiInputTextFlags_ReadOnly : 0);
    GImGui->NextWindowData.ClearFlags();  // a clipped field leaves the size to another window
    ImGui::PopStyleColor(4);
    ImGui::PopStyleVar();
    window_ = text_window(id_);
    return is_edited_;
}

void CodeField::finish(const CodeLines& lines, const LineMap& map) {
    if (window_ == nullptr) return;
    float scroll = is_scrolled_ ? window_->Scroll.y : scroll_;
    const std::optional<std::size_t> line = caret_line(lines);
    if (line && (is_edited_ || caret_ != state()->GetCursorPos())) {
        const float top = map.top(*line), padding = ImGui::GetStyle().FramePadding.y * 2;
        const float lowest = top + ImGui::GetTextLineHeight() + padding - window_->InnerRect.GetHeight();
        scroll = std::clamp(scroll, std::min(lowest, top), std::max(top, 0.0f));
    }
    if (wanted_scroll_) scroll = *wanted_scroll_;
    wanted_scroll_.reset();
    const float most = map.height() + ImGui::GetStyle().FramePadding.y * 2 - window_->InnerRect.GetHeight();
    window_->Scroll.y = std::clamp(scroll, 0.0f, std::max(0.0f, std::floor(most)));
    if (line) GImGui->PlatformImeData.InputPos.y = std::trunc(origin().y + map.top(*line));
}

std::optional<std::pair<std::size_t, std::size_t>> CodeField::selection() const {
    const ImGuiInputTextState* edited = state();
    if (edited == nullptr || !edited->HasSelection()) return std::nullopt;
    const auto [low, high] = std::minmax({edited->GetSelectionStart(), edited->GetSelectionEnd()});
    return std::pair(static_cast<std::size_t>(low), static_cast<std::size_t>(high));
}

std::optional<std::size_t> CodeField::drawn_caret() const {
    const ImGuiInputTextState* edited = state();
    const bool is_drawn_by_host = ImGui::GetStyle().Colors[ImGuiCol_InputTextCursor].w == 0;
    if (is_drawn_by_host || edited == nullptr) return std::nullopt;
    const bool is_off = ImGui::GetIO().ConfigInputTextCursorBlink && edited->CursorAnim > 0 &&
                        std::fmod(edited->CursorAnim, 1.2f) > 0.8f;
    return is_off ? std::nullopt : std::optional(static_cast<std::size_t>(edited->GetCursorPos()));
}

ImVec2 CodeField::origin() const {
    const ImVec2 padding = ImGui::GetStyle().FramePadding;
    return {window_->Pos.x + padding.x - (state() != nullptr ? state()->Scroll.x : 0),
            window_->Pos.y + padding.y - window_->Scroll.y};
}

std::optional<std::size_t> CodeField::caret_line(const CodeLines& lines) const {
    return state() != nullptr
               ? std::optional(lines.line_of(static_cast<std::size_t>(state()->GetCursorPos())))
               : std::nullopt;
}

void CodeField::put_caret(std::size_t offset) const {
    ImGuiInputTextState* edited = state();
    if (edited == nullptr) return;
    edited->ReloadUserBufAndKeepSelection();
    edited->ReloadSelectionStart = edited->ReloadSelectionEnd = static_cast<int>(offset);
}

void CodeField::scroll_by(float height) {
    if (height != 0 && window_ != nullptr && !wanted_scroll_) wanted_scroll_ = window_->Scroll.y + height;
}

void CodeField::lose_keyboard() const {
    if (state() != nullptr) ImGui::ClearActiveID();
}

ImGuiInputTextState* CodeField::state() const {
    return id_ != 0 && ImGui::GetActiveID() == id_ ? ImGui::GetInputTextState(id_) : nullptr;
}

}  // namespace paramscope::app
