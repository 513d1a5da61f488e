// Why tools differ: what is counted, and each convention's figure with what makes it differ.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/context.h"
#include "app/words.h"
#include "count/explain_conventions.h"

namespace paramscope::app {

class ConventionsPanel {
  public:
    void draw(Context& context);

  private:
    void draw_pass(Context& context) const;
    void draw_figure(Context& context, const ConventionFigure& figure, double largest);
    void draw_terms(const ConventionFigure& figure) const;

    std::vector<ConventionFigure> figures_;
    std::uint64_t revision_ = 0;
};

}  // namespace paramscope::app
