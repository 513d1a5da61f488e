// The plan of memory for the present report, its options and device, with the answer whether it fits.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "app/document/state.h"
#include "count/cost/verdict.h"

namespace paramscope::app {

class PlannedMemory {
  public:
    /// Plans again where the report, the options or the device are others.
    void update(const Workspace& workspace);
    /// True where update() has something to do.
    bool is_outdated(const Workspace& workspace) const;

    const MemoryPlan& plan() const { return plan_; }
    const Verdict& verdict() const { return verdict_; }
    /// True where the plan is of the model that is open, with these numbers or earlier ones.
    bool is_of(const Workspace& workspace) const {
        return version_ > 0 && model_ == workspace.versions().model;
    }
    /// Finds the bytes of each row (memory_of_rows()) in the plan that update() made.
    void find_rows(const Workspace& workspace);
    /// The same, where they have been found.
    std::span<const Integer> rows() const {
        return rows_version_ == version_ ? std::span(rows_) : std::span<const Integer>();
    }
    /// Increases with every new plan.
    std::uint64_t version() const { return version_; }

  private:
    bool has_other_plan(const Workspace& workspace) const;

    MemoryPlan plan_;
    Verdict verdict_;
    std::uint64_t revision_ = 0;  ///< of the report that `plan_` belongs to
    std::uint64_t model_ = 0;     ///< Versions::model of that report
    std::uint64_t version_ = 0;
    std::vector<Integer> rows_;
    std::uint64_t rows_version_ = 0;  ///< of the plan that they belong to
};

}  // namespace paramscope::app
