// The weights of a report for all pictures and the parts of its modules, found when they are first asked for.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>

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
    /// Weighs as many modules of the workspace's report as a part of a frame allows. True when all are.
    bool advance(const Workspace& workspace, Measure measure);
    /// The weights of the workspace's report.
    std::shared_ptr<const Weights> of(const Workspace& workspace, Measure measure);

    /// True when parts() has them already.
    bool has_parts(const Workspace& workspace) const {
        return parts_ != nullptr && parts_revision_ == workspace.revision();
    }
    /// The parts of the workspace's report: its rows and pictures have their colours by them.
    std::shared_ptr<const Parts> parts(const Workspace& workspace);
    /// The same of one module as a whole, without those of all of a large report.
    std::string_view part_of(const Workspace& workspace, std::size_t node);

  private:
    void follow(const Workspace& workspace);

    std::uint64_t revision_ = 0;
    std::uint64_t parts_revision_ = 0;
    std::shared_ptr<const Parts> parts_;
    std::array<std::shared_ptr<const Weights>, kMeasures> weights_;
    std::unique_ptr<Weighing> weighing_;  ///< by `weighing_by_`, until it is done
    Measure weighing_by_ = Measure::Parameters;
};

}  // namespace paramscope::app
