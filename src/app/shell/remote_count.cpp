#include "app/shell/remote_count.h"

#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include "base/alarm.h"
#include "transfer/sender.h"

namespace paramscope::app {
namespace {

/// The part of a frame for each of the two: reading what arrives, and freeing what is no longer shown.
constexpr std::chrono::milliseconds kPart{20};

/// Between the frames that show how much has arrived.
constexpr double kProgressSeconds = 0.1;

/// Items that are freed before the clock is looked at.
constexpr std::size_t kAtOnce = 2000;

/// Removes some items from the end.
template <typename Item>
void shorten(std::vector<Item>& items) {
    items.erase(items.end() - static_cast<std::ptrdiff_t>(std::min(items.size(), kAtOnce)), items.end());
}

/// Frees a part of a report; true when what is left is small. A received model has all modules in one list.
bool free_some(Report& report) {
    if (!report.nodes.empty()) {
        shorten(report.nodes);
        return false;
    }
    if (report.model == nullptr || report.model.use_count() > 1) return true;
    std::vector<Module>& modules = std::const_pointer_cast<Model>(report.model)->root.children;
    shorten(modules);
    return modules.empty();
}

}  // namespace

void RemoteCount::take(Workspace& workspace) {
    workspace.count_elsewhere(platform::can_count() && !has_failed_);
    if (receiver_ && !workspace.is_counting()) stop(workspace);
    if (receiver_) take_blocks(workspace);
    free_old_reports(workspace);
}

void RemoteCount::stop(Workspace& workspace) {
    workspace.stop_counting();
    platform::stop_counting();
    receiver_.reset();
    sent_version_ = 0;
}

/// Sends the latest request, of a new text first a part in each frame. One for the same text waits for the
/// answer on its way, whose numbers are worth seeing; another text ends it.
void RemoteCount::ask(Context& context) {
    Workspace& workspace = context.workspace;
    if (!workspace.wants_count() || workspace.has_changes()) return;
    if (sent_version_ != workspace.versions().counted_text) {
        if (receiver_) platform::stop_counting();
        receiver_.reset();
        sent_version_ = workspace.versions().counted_text;
        parts_.begin(0);
        has_text_ = false;
        began_at_ = ImGui::GetTime();
    }
    if (receiver_) return;
    if (has_text_) began_at_ = ImGui::GetTime();  // only settings are new
    if (!has_text_ && context.steps.may()) has_text_ = parts_.send(workspace.model_text());
    if (!has_text_) return platform::request_frame();
    const std::optional<CountRequest> wanted = workspace.take_uncounted();
    platform::count(transfer::to_bytes(wanted->settings));
    receiver_.emplace();
}

void RemoteCount::take_blocks(Workspace& workspace) {
    const Alarm alarm(kPart);
    while (!receiver_->is_done() && !alarm.rings()) {
        const std::optional<std::string> block = platform::take_counted_block();
        if (!block) return;
        receiver_->take(*block);
        if (!receiver_->has_failed()) continue;
        receiver_.reset();
        has_failed_ = true;
        return platform::request_frame();
    }
    if (!receiver_->is_done()) return;
    workspace.take_counted(std::exchange(receiver_, std::nullopt)->answer(), sent_version_);
    platform::request_frame();
}

void RemoteCount::take_between_frames(Workspace& workspace) {
    if (!receiver_ || !workspace.is_counting()) return;
    take_blocks(workspace);
    platform::request_frame_in(kProgressSeconds);
}

/// Frees what a new report replaced: of a large one some rows in each frame.
void RemoteCount::free_old_reports(Workspace& workspace) {
    if (std::optional<Report> report = workspace.take_old_report()) old_.push_back(std::move(*report));
    const Alarm alarm(kPart);
    while (!old_.empty() && !alarm.rings()) {
        if (free_some(old_.front())) old_.pop_front();
    }
    if (!old_.empty()) platform::request_frame();
}

float RemoteCount::arrived() const {
    if (!receiver_ || receiver_->expected() == 0) return 0;
    return static_cast<float>(receiver_->rows()) / static_cast<float>(receiver_->expected());
}

double RemoteCount::seconds() const {
    return ImGui::GetTime() - began_at_;
}

}  // namespace paramscope::app
