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
    if (parts_ == nullptr || std::exchange(parts_revision_, workspace.revision()) != workspace.revision()) {
        parts_revision_ = workspace.revision();
        parts_ = std::make_shared<const Parts>(workspace.report());
    }
    return parts_;
}

}  // namespace paramscope::app
