// The weights of a report for all pictures and the parts of its modules, found when they are first asked for.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "app/document/state.h"
#include "count/report/measure.h"
#include "count/report/parts.h"

namespace paramscope::app {

class WeighedReport {
  public:
    /// True when of() has the weights already.
    bool has(const Workspace& workspace, Measure measure) const {
        return revision_ == workspace.revision() && weights_[static_cast<std::size_t>(measure)] != nullptr;
    }
    /// The weights of the workspace's report.
    std::shared_ptr<const Weights> of(const Workspace& workspace, Measure measure);

    /// The parts of the workspace's report: its rows and pictures have their colours by them.
    std::shared_ptr<const Parts> parts(const Workspace& workspace);

  private:
    std::uint64_t revision_ = 0;
    std::uint64_t parts_revision_ = 0;
    std::shared_ptr<const Parts> parts_;
    std::array<std::shared_ptr<const Weights>, kMeasures> weights_;
};

}  // namespace paramscope::app
