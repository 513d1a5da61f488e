// A model counted in the modes that a roofline needs, besides the report that there is.
#pragma once

#include <functional>
#include <optional>

#include "count/report/report.h"

namespace paramscope {

/// The reports of a forward pass and of one token decoded.
class PassReports {
  public:
    /// `count_in` counts the model of `report`, which lives as long as this, in another mode.
    PassReports(const Report& report, const std::function<Report(Mode)>& count_in);
    PassReports(const PassReports&) = delete;
    PassReports& operator=(const PassReports&) = delete;

    const Report* forward() const { return forward_ ? &*forward_ : &report_; }
    /// nullptr for a model that does not decode: it keeps no keys and values.
    const Report* decode() const;
    /// Counted when it is first asked for.
    const Report* training() const;

  private:
    const Report& report_;
    const std::function<Report(Mode)> count_in_;
    std::optional<Report> forward_, decode_;
    mutable std::optional<Report> training_;
};

}  // namespace paramscope
