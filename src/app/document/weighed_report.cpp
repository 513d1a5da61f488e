#include "app/document/weighed_report.h"

#include <chrono>
#include <utility>

#include "base/alarm.h"

namespace paramscope::app {
namespace {

/// The part of a frame for weighing, and the rows after which the clock is looked at.
constexpr std::chrono::milliseconds kPart{10};
constexpr std::size_t kRowsAtOnce = 5'000;

}  // namespace

void WeighedReport::follow(const Workspace& workspace) {
    if (std::exchange(revision_, workspace.revision()) == workspace.revision()) return;
    weights_ = {};
    weighing_.reset();
}

bool WeighedReport::advance(const Workspace& workspace, Measure measure) {
    follow(workspace);
    if (has(workspace, measure)) return true;
    if (weighing_ == nullptr || std::exchange(weighing_by_, measure) != measure)
        weighing_ = std::make_unique<Weighing>(workspace.report(), measure);
    const Alarm alarm(kPart);
    while (!weighing_->advance(kRowsAtOnce))
        if (alarm.rings()) return false;
    weights_[static_cast<std::size_t>(measure)] =
        std::make_shared<const Weights>(std::exchange(weighing_, nullptr)->take());
    return true;
}

std::shared_ptr<const Weights> WeighedReport::of(const Workspace& workspace, Measure measure) {
    while (!advance(workspace, measure)) {
    }
    return weights_[static_cast<std::size_t>(measure)];
}

std::shared_ptr<const Parts> WeighedReport::parts(const Workspace& workspace) {
    if (!has_parts(workspace)) parts_ = std::make_shared<const Parts>(workspace.report());
    parts_revision_ = workspace.revision();
    return parts_;
}

std::string_view WeighedReport::part_of(const Workspace& workspace, std::size_t node) {
    const std::vector<NodeReport>& nodes = workspace.report().nodes;
    if (nodes.size() > kMostModulesWithParts) return nodes[node].facts->family;
    return parts(workspace)->of(static_cast<std::uint32_t>(node));
}

}  // namespace paramscope::app
