// The keyboard in a picture with parts: the picture has ImGui's focus and handles the keys; in the mirror the
// part at its cursor has the browser's, so that a screen reader reads it.
#pragma once

#include <imgui.h>

#include <span>

namespace paramscope::app {

class PictureKeys {
  public:
    /// Of ImGui's last item, the picture.
    PictureKeys();

    bool is_focused() const { return is_focused_; }
    /// Takes keys from ImGui, which would move the focus or press the picture with them; call it while
    /// focused.
    void own(std::span<const ImGuiKey> keys) const;
    /// True when the browser's focus came to a part, which was just added as an item; the picture takes it
    /// over.
    bool takes_focus(ImGuiID part) const;

  private:
    ImGuiID picture_;
    ImVec2 low_, high_;
    bool is_focused_;
};

inline constexpr ImGuiKey kArrowKeys[] = {ImGuiKey_DownArrow, ImGuiKey_UpArrow, ImGuiKey_LeftArrow,
                                          ImGuiKey_RightArrow};

/// The steps that arrow keys go in a row of parts: right and down 1, left and up -1.
int arrow_step();

}  // namespace paramscope::app
