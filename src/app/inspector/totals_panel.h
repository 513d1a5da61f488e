// The panel of the model's totals: parameters, work, memory, and the formula behind them.
#pragma once

#include <cstdint>
#include <string>

#include "app/panel/context.h"
#include "app/words/words.h"
#include "count/explain/named_formula.h"

namespace paramscope::app {

class TotalsPanel {
  public:
    /// Draws the totals at the height they need.
    void draw(Context& context);

    /// The total of the parameters, in full.
    const std::string& parameters(const Workspace& workspace) {
        update(workspace);
        return parameters_;
    }

  private:
    /// One of the smaller totals.
    struct Figure {
        std::string label;
        std::string value;
        std::string hint;
    };

    void update(const Workspace& workspace);
    void show_range(const Report& report);
    void draw_parameters(Context& context);
    /// The width in which each figure can be read.
    float widest_figure() const;
    /// Draws the figures from `left` to the right edge, with numbers `lowered` pixels down.
    void draw_figures(ImU32 colour, float left, float lowered) const;
    void draw_formula(Context& context);

    std::uint64_t revision_ = 0;
    Language language_ = Language::English;
    std::string parameters_;
    std::string parameters_short_;
    Basis basis_ = Basis::Exact;  ///< of the total
    float total_height_ = 0;
    std::vector<Figure> figures_;
    NamedFormula formula_;  ///< of the parameters
};

}  // namespace paramscope::app
