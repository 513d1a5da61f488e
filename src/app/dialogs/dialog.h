// Windows over everything else: a title, a cross, and whatever is drawn while one is open.
#pragma once

#include <imgui.h>

#include <optional>
#include <string_view>

#include "app/ui/semantics.h"

namespace paramscope::app {

/// A dialog in the middle of the window, for as long as the object lives. A click beside it, Escape and the cross
/// close it.
class Dialog {
  public:
    /// `size` is cut to the window; a height of 0 is what the contents need. `opens` opens it now.
    Dialog(const char* id, std::string_view title, ImVec2 size, bool opens);
    ~Dialog();
    Dialog(const Dialog&) = delete;
    Dialog& operator=(const Dialog&) = delete;

    /// True while its contents shall be drawn.
    bool is_open() const { return is_open_; }
    /// True in the frame in which it appears.
    bool is_new() const { return is_new_; }
    void close() const { ImGui::CloseCurrentPopup(); }

  private:
    bool is_open_ = false;
    bool is_new_ = false;
    std::optional<Group> group_;
};

/// A list of things to do that opens below the last item, or where the pointer was; true while its items shall be
/// drawn. Open it with ImGui::OpenPopup, end it with end_menu() where it is open; one at a time.
bool begin_menu(const char* id, std::string_view name, bool at_pointer = false);
void end_menu();

}  // namespace paramscope::app
