// A field of many lines between which the panel shows more (LineMap). ImGui lets somebody type, and knows
// nothing of the map: its text, caret and selection are transparent, it gets the pointer where it would be
// without a map, and the scroll position is kept here.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <optional>
#include <utility>

#include "app/editor/code_lines.h"
#include "app/editor/line_map.h"

struct ImGuiWindow;
struct ImGuiInputTextState;

namespace paramscope::app {

class CodeField {
  public:
    /// Adds the field; true when its text was changed. Call finish() before anything is drawn over it.
    bool draw(const char* label, CodeLines& lines, const ImVec2& size, const LineMap& map, bool is_read_only);
    /// Puts the scroll position and the caret to the places that the map gives them.
    void finish(const CodeLines& lines, const LineMap& map);
    /// The bytes that are selected; nullopt for none.
    std::optional<std::pair<std::size_t, std::size_t>> selection() const;
    /// The place of a caret that is to be drawn now: the host draws none.
    std::optional<std::size_t> drawn_caret() const;

    /// The window of the text; nullptr while nothing of it is in view.
    ImGuiWindow* window() const { return window_; }
    /// The screen position of the text's corner. Horizontally ImGui scrolls the text, only during editing.
    ImVec2 origin() const;
    /// The line of the caret, while the field has the keyboard.
    std::optional<std::size_t> caret_line(const CodeLines& lines) const;
    /// Moves the caret there, if the field has the keyboard, when the text was changed from outside.
    void put_caret(std::size_t offset) const;
    void scroll_to(float height) { wanted_scroll_ = height; }
    void scroll_by(float height);
    void lose_keyboard() const;

  private:
    ImGuiInputTextState* state() const;

    ImGuiID id_ = 0;
    ImGuiWindow* window_ = nullptr;  ///< of this frame
    std::optional<int> caret_;       ///< before this frame's keys
    float scroll_ = 0;               ///< before ImGui's own scrolling
    std::optional<float> wanted_scroll_;
    bool is_scrolled_ = false;  ///< by a wheel or the bar
    bool is_edited_ = false;
};

}  // namespace paramscope::app
