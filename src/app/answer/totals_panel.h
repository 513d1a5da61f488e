// The panel of the model's totals: parameters, work, memory, and the formula behind them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "app/panel/context.h"
#include "app/panel/term_colours.h"
#include "app/words/words.h"
#include "count/explain/named_formula.h"

namespace paramscope::app {

class TotalsPanel {
  public:
    /// Draws the totals at the height they need; `conclusion`: one sentence below the formula, or "".
    void draw(Context& context, std::string_view conclusion);

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
    void draw_beside(Context& context, std::string_view conclusion, float figures, float verdict);
    void draw_below(Context& context, std::string_view conclusion);
    /// Draws the total, its formula and the sentence.
    void draw_parameters(Context& context, std::string_view conclusion);
    void draw_total(Context& context);
    void draw_formula(Context& context);
    /// The width in which each figure can be read.
    float widest_figure() const;
    /// Draws the figures in columns of `rows`.
    void draw_figures(Context& context, std::size_t rows) const;
    void draw_figure(const Figure& figure, ImU32 colour) const;

    std::uint64_t revision_ = 0;
    Language language_ = Language::English;
    std::string parameters_;
    std::string parameters_short_;
    Basis basis_ = Basis::Exact;  ///< of the total
    std::vector<Figure> figures_;
    NamedFormula formula_;  ///< of the parameters
    TermColours terms_;     ///< where its terms come from
};

}  // namespace paramscope::app
