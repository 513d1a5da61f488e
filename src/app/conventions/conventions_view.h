// The inspector's tab of conventions: a ledger of what each tool counts. Looking at it changes no number of
// the page.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/panel/context.h"
#include "count/explain/explain_conventions.h"

namespace paramscope::app {

class ConventionsView {
  public:
    void draw(Context& context);

  private:
    void draw_table(Context& context, bool of_tools);
    /// Draws a row, and below it the sum where the row is open.
    void draw_row(Context& context, const ConventionFigure& figure);
    /// Draws name, bar and total between two corners.
    void draw_cells(const ConventionFigure& figure, ImVec2 from, ImVec2 to, bool is_used) const;
    void draw_sum(Context& context, const ConventionFigure& figure);
    void draw_pin(const ConventionFigure& figure);
    /// Draws what makes the two pinned figures different.
    void draw_difference() const;
    bool is_pinned(const ConventionFigure& figure) const;
    void measure();

    std::vector<ConventionFigure> figures_;
    std::uint64_t revision_ = 0;            ///< revision of the report that `figures_` belong to
    std::string_view opened_;               ///< the convention whose sum is shown, "" for none
    std::vector<std::string_view> pinned_;  ///< at most two conventions
    float names_width_ = 0, totals_width_ = 0;
    double largest_ = 0;
};

/// A chip that tells how the page counts and, clicked, lets it count as usual again; nothing where it does.
void draw_convention_chip(Workspace& workspace);

}  // namespace paramscope::app
