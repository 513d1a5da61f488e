// The keyboard in a picture with parts: the picture has ImGui's focus and handles the keys; in the mirror the
// part at its cursor has the browser's, so that a screen reader reads it.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace paramscope::app {

class PictureKeys {
  public:
    /// Of ImGui's last item, the picture.
    PictureKeys();

    bool is_focused() const { return is_focused_; }
    /// Takes keys from ImGui, which would move the focus or press the picture; call it while focused.
    void own(std::span<const ImGuiKey> keys) const;
    /// The part that an arrow key leads to in a row of `count` parts: right and down to the next one, left
    /// and up to the one before; from `now` = `count` to the first. nullopt without such a key. Call it while
    /// focused.
    std::optional<std::size_t> moved(std::size_t now, std::size_t count) const;
    /// True when the browser's focus came to a part just added as an item; the picture takes it over.
    bool takes_focus(ImGuiID part) const;
    /// Describes the part of one module to screen readers; true when it is pressed or gets the browser's
    /// focus.
    bool describe_part(ImGuiID part, ImVec2 low, ImVec2 high, std::string_view words, bool is_selected,
                       bool is_cursor) const;

  private:
    ImGuiID picture_;
    ImVec2 low_, high_;
    bool is_focused_;
};

/// Gives ImGui's last item the keyboard.
void focus_last_item();

/// True while a menu is open: what is under it is not accessible.
bool is_under_menu();

inline constexpr ImGuiKey kArrowKeys[] = {ImGuiKey_DownArrow, ImGuiKey_UpArrow, ImGuiKey_LeftArrow,
                                          ImGuiKey_RightArrow};

/// The steps that arrow keys go in a row of parts: right and down 1, left and up -1.
int arrow_step();

}  // namespace paramscope::app
