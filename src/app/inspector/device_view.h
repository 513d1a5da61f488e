// The devices that a plan of memory fits into, and the least times on the one that is chosen.
#pragma once

#include <string>
#include <vector>

#include "app/panel/context.h"
#include "count/cost/memory_fit.h"
#include "count/cost/roofline.h"
#include "count/explain/named_formula.h"

namespace paramscope::app {

class DeviceView {
  public:
    /// `has_changed`: the plan is another one than in the last frame.
    void draw(Context& context, const MemoryPlan& plan, bool has_changed);

  private:
    void find_fits(const Report& report, const MemoryPlan& plan, const Device& chosen);
    void draw_times(Context& context);
    void draw_slowest(Context& context);

    std::vector<Fit> fits_;
    bool shows_all_ = false;
    ShortNames names_;  ///< of the hyper-parameters, for formulas
    Roofline line_;
    std::vector<LayerTime> slowest_;  ///< layers of `line_`, the slowest first
    std::vector<std::string> slowest_names_;
};

}  // namespace paramscope::app
