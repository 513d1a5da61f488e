#include "app/panel/address.h"

#include <imgui.h>

#include <optional>

#include "app/document/link.h"
#include "app/document/open_preset.h"

namespace paramscope::app {
namespace {

constexpr double kSecondsToAddress = 0.3;

/// Bytes of a text that takes a part of a frame to save, even when another model is opened.
constexpr std::size_t kLongText = 1'000'000;

}  // namespace

bool Address::take(Workspace& workspace) {
    const std::optional<platform::Fields> state = platform::take_state();
    if (!state) return false;
    if (state->empty()) {
        open_first_preset(workspace);
        show(workspace);
        return true;
    }
    LinkedDocument linked = from_fields(*state);
    if (!linked.problem.empty()) platform::explain(linked.problem);
    if (!linked.document) return false;
    workspace.open(std::move(*linked.document));
    show(workspace);
    return true;
}

void Address::show(const Workspace& workspace) {
    tell(workspace, platform::StateChange::Shown);
}

void Address::tell(const Workspace& workspace, platform::StateChange change) {
    const std::uint64_t text = workspace.has_changes() ? 0 : workspace.versions().counted_text;
    const bool is_same_text = text != 0 && text == text_;
    const platform::Fields fields = to_fields(workspace.document(), false);
    const bool is_shipped = !fields.empty() && fields.front().first == "preset";
    if (!is_shipped && !is_same_text) {
        parts_.begin(text);
        parts_.send_rest(*workspace.document().text);
    }
    platform::save_state(fields, change);
    text_ = text;
    seen_ = saved_ = workspace.versions().document;
    model_ = workspace.versions().model;
}

void Address::follow(const Workspace& workspace) {
    const std::uint64_t present = workspace.versions().document;
    if (present == saved_) return;
    const bool is_new = workspace.versions().model != model_ && workspace.document().text->size() < kLongText;
    if (is_new || platform::is_leaving()) return save(workspace);
    const double now = ImGui::GetTime();
    if (present != seen_ || workspace.has_changes()) {
        seen_ = present;
        due_ = now + kSecondsToAddress;
    }
    if (now < due_) return platform::request_frame_in(due_ - now);
    if (!send_long_text(workspace)) return platform::request_frame();
    save(workspace);
}

/// Sends a part of a long text in each frame; true when nothing is left to send, or the text is short.
bool Address::send_long_text(const Workspace& workspace) {
    const std::string& text = *workspace.document().text;
    if (text.size() <= TextParts::kPart || workspace.versions().counted_text == text_) return true;
    parts_.begin(workspace.versions().counted_text);
    return parts_.send(text);
}

void Address::save(const Workspace& workspace) {
    if (workspace.versions().document == saved_) return;
    const bool opened = workspace.versions().model != model_;
    tell(workspace, opened ? platform::StateChange::Opened : platform::StateChange::Adjusted);
}

}  // namespace paramscope::app
