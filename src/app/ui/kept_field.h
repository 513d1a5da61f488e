// Fields of a form that show a value, and keep what is typed until it is entered.
#pragma once

#include <imgui.h>

#include <string>
#include <string_view>

namespace paramscope::app {

/// Fields whose texts are kept while they are edited: one at a time.
class KeptField {
  public:
    /// The text of a field: what is typed there, or `value`.
    std::string shown(const char* id, const std::string& value) const {
        return ImGui::GetID(id) == edited_ ? text_ : value;
    }
    /// Draws field().
    bool draw(const char* id, std::string_view name, std::string* shown, float width, bool is_wrong = false);

  private:
    ImGuiID edited_ = 0;
    std::string text_;
};

}  // namespace paramscope::app
