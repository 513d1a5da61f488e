// Draws modal dialogs with a title and a close button, and popup menus.
#pragma once

#include <imgui.h>

#include <optional>
#include <string_view>

#include "app/ui/semantics.h"

namespace paramscope::app {

/// What is at the top of a dialog.
enum class DialogHead {
    Title,  ///< with a button that closes
    None,   ///< the title is spoken only
};

/// A centred dialog, drawn during the object's lifetime. Escape, a click beside it or the button closes it.
class Dialog {
  public:
    /// `size` is limited to the window, with an edge unless it is larger; a height of 0 fits the contents.
    /// `opens` opens the dialog now.
    Dialog(const char* id, std::string_view title, ImVec2 size, bool opens,
           DialogHead head = DialogHead::Title);
    ~Dialog();
    Dialog(const Dialog&) = delete;
    Dialog& operator=(const Dialog&) = delete;

    /// True while the contents must be drawn.
    bool is_open() const { return is_open_; }
    /// True in the frame in which the dialog opens.
    bool is_new() const { return is_new_; }
    void close() const { ImGui::CloseCurrentPopup(); }

  private:
    bool is_open_ = false;
    bool is_new_ = false;
    std::optional<Group> group_;
};

/// Begins a menu below the last item, or at the pointer; true while its items must be drawn. Open it with
/// ImGui::OpenPopup; call end_menu() only when it is open. One menu at a time.
bool begin_menu(const char* id, std::string_view name, bool at_pointer = false);
void end_menu();

}  // namespace paramscope::app
