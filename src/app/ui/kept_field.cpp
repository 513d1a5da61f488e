#include "app/ui/kept_field.h"

#include "app/ui/widgets.h"

namespace paramscope::app {

bool KeptField::draw(const char* id, std::string_view name, std::string* shown, float width, bool is_wrong) {
    const ImGuiID key = ImGui::GetID(id);
    const bool is_entered = field(id, name, shown, width, is_wrong);
    if (ImGui::IsItemActive()) {
        edited_ = key;
        text_ = *shown;
    } else if (edited_ == key) {
        edited_ = 0;
    }
    return is_entered;
}

}  // namespace paramscope::app
