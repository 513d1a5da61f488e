#include "app/panel/context.h"

#include <utility>

#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "app/words/words.h"
#include "platform/platform.h"

namespace paramscope::app {
namespace {

constexpr double kNoticeSeconds = 1.6;

/// Rows of a report whose pictures take a part of a frame only.
constexpr std::size_t kFewRows = 100'000;

}  // namespace

void Notice::show(std::string words) {
    words_ = std::move(words);
    until_ = ImGui::GetTime() + kNoticeSeconds;
    platform::request_frame_in(kNoticeSeconds);
}

void Notice::draw() {
    if (words_.empty()) return;
    const double left = until_ - ImGui::GetTime();
    if (left <= 0) return words_.clear();
    // Repeats the request in each frame: an earlier frame may have fulfilled it.
    platform::request_frame_in(left);
    const ImGuiViewport* viewport = ImGui::GetMainViewport();
    const ImVec2 middle{viewport->Size.x * 0.5f, viewport->Size.y - unit(10)};
    const ImVec2 half{text_width(words_) * 0.5f + unit(3), ImGui::GetTextLineHeight() * 0.5f + unit(2)};
    ImDrawList* list = ImGui::GetForegroundDrawList();
    list->AddRectFilled({middle.x - half.x, middle.y - half.y}, {middle.x + half.x, middle.y + half.y},
                        palette().text, rounding());
    add_text(*list, {middle.x - half.x + unit(3), middle.y - half.y + unit(2)}, palette().pane, words_);
}

bool Steps::may(const Report& report) {
    return report.nodes.size() <= kFewRows || may();
}

bool Steps::may() {
    if (std::exchange(frame_, ImGui::GetFrameCount()) != ImGui::GetFrameCount()) return true;
    platform::request_frame();
    return false;
}

bool Pause::is_over(const Workspace& workspace) {
    constexpr std::size_t kShort = 500;  // rows
    constexpr double kSeconds = 0.25;
    const double now = ImGui::GetTime();
    if (std::exchange(revision_, workspace.revision()) != workspace.revision()) since_ = now;
    if (workspace.report().nodes.size() <= kShort || now - since_ >= kSeconds) return true;
    platform::request_frame_in(kSeconds - (now - since_));
    return false;
}

void reveal(Context& context, std::size_t node) {
    context.tree.update(context.workspace);
    const Report& report = context.workspace.report();
    if (node >= report.nodes.size()) return;
    for (std::size_t at = report.nodes[node].parent; at != node; at = report.nodes[at].parent) {
        if (!context.tree.is_open(at)) context.workspace.set_opened(at, true);
        if (at == 0) break;
    }
    context.workspace.select(node);
    context.scroll_to_selection = true;
}

void copy(Context& context, std::string_view words, std::string_view what) {
    platform::copy_text(words);
    context.notice.show(word("copied", {{"what", what}}));
}

bool Context::takes(DialogKind kind) {
    if (wanted != kind) return false;
    wanted = DialogKind::None;
    return true;
}

bool weigh_in_steps(Context& context, Measure measure) {
    const Workspace& workspace = context.workspace;
    if (context.weights.has(workspace, measure)) return true;
    if (!context.steps.may(workspace.report())) return false;
    if (context.weights.advance(workspace, measure)) return true;
    platform::request_frame();
    return false;
}

}  // namespace paramscope::app
