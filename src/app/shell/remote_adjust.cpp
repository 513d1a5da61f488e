#include "app/shell/remote_adjust.h"

#include <imgui.h>

#include <optional>
#include <utility>

#include "app/ui/semantics.h"
#include "platform/platform.h"

namespace paramscope::app {

void RemoteAdjust::follow(Workspace& workspace) {
    if (std::optional<platform::Fields> fields = platform::take_adjustable()) {
        Adjusted adjusted;
        for (auto& [name, value] : *fields) {
            if (name == "text") {
                adjusted.text = std::move(value);
            } else if (name == "input") {
                adjusted.input = std::move(value);
            } else if (name == "remark") {
                adjusted.remark = std::move(value);
            }
        }
        is_asked_ = false;
        workspace.take_adjustable(std::move(adjusted));
        if (const std::string_view why = workspace.adjust_remark(); !why.empty()) announce(why);
    }
    if (!workspace.is_adjusting()) {
        if (std::exchange(is_asked_, false)) platform::stop_adjusting();
        return workspace.stop_adjusting();
    }
    const std::optional<AdjustRequest> wanted = workspace.take_unadjusted();
    if (!wanted) return;
    is_asked_ = true;
    began_at_ = ImGui::GetTime();
    platform::make_adjustable(*wanted->text, wanted->input);
    platform::request_frame();
}

double RemoteAdjust::seconds() const {
    return ImGui::GetTime() - began_at_;
}

}  // namespace paramscope::app
