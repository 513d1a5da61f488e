// The answer of the tab Memory: whether the plan fits into the chosen devices, a bar of what there is on one
// of them, and the sizes of the input that it is for.
#pragma once

#include "app/panel/context.h"
#include "app/ui/kept_field.h"
#include "count/cost/verdict.h"

namespace paramscope::app {

class VerdictView {
  public:
    /// `has_changed`: the plan is another one than in the last frame.
    void draw(Context& context, const MemoryPlan& plan, bool has_changed);

  private:
    void draw_answer(const MemoryPlan& plan) const;
    void draw_bar(const MemoryPlan& plan) const;
    /// Draws a field for each size of the input that has a name.
    void draw_sizes(Context& context);

    Verdict verdict_;
    KeptField size_;
};

}  // namespace paramscope::app
