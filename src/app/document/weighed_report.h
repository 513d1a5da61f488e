// The weights of a report for all pictures, found when they are first asked for.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "count/report/measure.h"
#include "app/document/state.h"

namespace paramscope::app {

class WeighedReport {
  public:
    /// True when of() has the weights already.
    bool has(const Workspace& workspace, Measure measure) const {
        return revision_ == workspace.revision() && weights_[static_cast<std::size_t>(measure)] != nullptr;
    }
    /// The weights of the workspace's report.
    std::shared_ptr<const Weights> of(const Workspace& workspace, Measure measure);

  private:
    std::uint64_t revision_ = 0;
    std::array<std::shared_ptr<const Weights>, kMeasures> weights_;
};

}  // namespace paramscope::app
