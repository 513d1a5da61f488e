// The inspector's tab of memory: what one device holds to run or train the model, and the devices for it.
#pragma once

#include <cstdint>

#include "app/inspector/device_field.h"
#include "app/inspector/device_view.h"
#include "app/inspector/sharing_switches.h"
#include "app/inspector/time_line_view.h"
#include "app/inspector/verdict_view.h"
#include "app/panel/context.h"
#include "count/cost/memory_plan.h"
#include "count/explain/named_formula.h"

namespace paramscope::app {

class MemoryView {
  public:
    void draw(Context& context);

  private:
    void draw_switches(Context& context);
    void draw_parts(const MemoryPlan& plan) const;

    VerdictView verdict_;
    DeviceField device_field_;
    SharingSwitches sharing_;
    ShortNames names_;  ///< of the hyper-parameters, for the plan's formulas
    TimeLineView time_line_;
    DeviceView devices_;
    std::uint64_t version_ = 0;  ///< of the plan that was shown last
};

}  // namespace paramscope::app
