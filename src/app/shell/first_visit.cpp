#include "app/shell/first_visit.h"

#include <string_view>

#include "app/dialogs/gallery.h"
#include "app/ui/icons.h"
#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "app/words/words.h"
#include "platform/platform.h"

namespace paramscope::app {
namespace {

/// The name under which a device remembers that somebody has been here.
constexpr std::string_view kVisited = "visited";

constexpr std::string_view kPreset = "resnet-50";

/// A button and a gap, where there is room for it before `right`; true when pressed.
bool chip(std::string_view words, float right) {
    if (ImGui::GetCursorScreenPos().x + button_width(words) > right) return false;
    const bool is_pressed = button(words);
    ImGui::SameLine(0, unit(2));
    return is_pressed;
}

}  // namespace

void FirstVisit::begin(const Workspace& workspace) {
    if (!platform::is_embedded() && !platform::remembered(kVisited)) generation_ = workspace.versions().model;
}

void FirstVisit::end() {
    generation_.reset();
    platform::remember(kVisited, "1");
}

void FirstVisit::draw(Context& context) {
    if (!generation_) return;
    if (*generation_ != context.workspace.versions().model) return end();
    const Group group(Aria::Toolbar, word("first_visit"));
    const float right =
        ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x - icon_button_width();
    if (breakpoint() != Breakpoint::Narrow) {
        ImGui::AlignTextToFramePadding();
        text(word("first_visit"), palette().muted);
        ImGui::SameLine(0, unit(2));
    }
    const Preset* const preset = find_preset(kPreset);
    if (preset != nullptr && chip(preset->title, right)) open_preset(context.workspace, *preset);
    for (const std::string_view name : platform::samples()) {
        if (chip(name, right)) platform::open_sample(name);
    }
    same_line_at_right(icon_button_width());
    if (icon_button("end of first visit", Icon::Close, word("hide_examples"))) end();
}

}  // namespace paramscope::app
