#include "app/editor/adjust_button.h"

#include <imgui.h>

#include "app/ui/theme.h"
#include "app/ui/widgets.h"

namespace paramscope::app {

void draw_make_adjustable(Workspace& workspace) {
    if (!workspace.may_be_adjustable()) return;
    ImGui::BeginDisabled(workspace.is_adjusting());
    if (button(word("make_adjustable"))) workspace.make_adjustable();
    ImGui::EndDisabled();
    tooltip(word("makes_adjustable"));
    if (const std::string_view remark = workspace.adjust_remark(); !remark.empty())
        wrapped_text(remark, palette().muted);
}

}  // namespace paramscope::app
