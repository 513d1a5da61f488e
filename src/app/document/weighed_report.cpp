#include "app/document/weighed_report.h"

#include <utility>

namespace paramscope::app {

std::shared_ptr<const Weights> WeighedReport::of(const Workspace& workspace, Measure measure) {
    if (std::exchange(revision_, workspace.revision()) != workspace.revision()) weights_ = {};
    std::shared_ptr<const Weights>& known = weights_[static_cast<std::size_t>(measure)];
    if (known == nullptr) known = std::make_shared<const Weights>(weigh(workspace.report(), measure));
    return known;
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
