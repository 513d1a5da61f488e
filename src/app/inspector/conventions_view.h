// The inspector's tab of conventions: each tool's figure for the model, and its differences from the default.
#pragma once

#include <cstdint>
#include <vector>

#include "app/panel/context.h"
#include "count/explain/explain_conventions.h"

namespace paramscope::app {

class ConventionsView {
  public:
    void draw(Context& context);

  private:
    void draw_figure(Context& context, const ConventionFigure& figure, double largest);

    std::vector<ConventionFigure> figures_;
    std::uint64_t revision_ = 0;  ///< revision of the report that `figures_` belong to
};

}  // namespace paramscope::app
