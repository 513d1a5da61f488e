// The compare dialog: the present model (A) beside another one, or beside itself with other settings (B).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/compare/compare_settings.h"
#include "app/compare/compare_tree.h"
#include "app/compare/model_choice.h"
#include "app/panel/context.h"
#include "count/compare/causes.h"
#include "count/compare/difference_rows.h"

namespace paramscope::app {

class CompareDialog {
  public:
    /// Draws the dialog while it is open; Context::wanted opens it.
    void draw(Context& context);

  private:
    void open_other(const Context& context, const Document& document);
    /// Finds the model to compare with: one that was asked for, or the last one of this visit.
    void take_other(Context& context, bool opens);
    void take_choice(Context& context, const ModelChoice& choice);
    void update(const Context& context);
    void draw_comparison(Context& context);
    void draw_cards(Context& context);
    void draw_waterfall_of_causes(const Context& context);
    void draw_tensors() const;
    void draw_modules();
    /// Says that nothing differs, where that is so.
    bool draw_equality() const;

    std::optional<Workspace> other_;
    CompareSettings settings_;  ///< of B
    std::uint64_t revision_ = 0;
    std::optional<std::uint64_t> other_revision_;  ///< nullopt: B is new
    bool is_small_ = false;   ///< all scrolls together: there is no room for parts that scroll
    bool is_exact_ = false;   ///< all digits, and formulas
    bool is_before_ = false;  ///< B is A before its sliders moved: the story begins with B
    bool wants_focus_ =
        false;                 ///< the button that had the keyboard is gone: that with the name of B takes it
    bool is_variant_ = false;  ///< B is A with other numbers
    int measure_ = 0;          ///< a CauseMeasure
    int view_ = 0;             ///< index in kViews
    CompareTree tree_;
    std::vector<Cause> causes_;
    std::size_t same_tensors_ = 0, other_tensors_ = 0;
    std::vector<DifferenceRow> tensors_;
};

}  // namespace paramscope::app
