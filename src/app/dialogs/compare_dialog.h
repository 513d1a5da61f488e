// The compare dialog: the current model (A) beside another one, or beside itself with other settings (B).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/panel/context.h"
#include "app/ui/kept_field.h"
#include "count/compare/causes.h"
#include "count/compare/compare_modules.h"
#include "count/compare/difference_rows.h"
#include "formats/pictures/waterfall_picture.h"

namespace paramscope::app {

class CompareDialog {
  public:
    /// Draws the dialog while it is open; Context::wanted opens it.
    void draw(Context& context);

  private:
    void open_other(const Document& document);
    void take_other(Context& context, bool opens);
    void update(const Context& context);
    /// Lists the modules to show: all, or those that differ and what is around them.
    void list_rows();
    void draw_choice_of_b(Context& context);
    void draw_menu_of_b(Context& context);
    void draw_totals(const Context& context) const;
    void draw_causes(const Context& context);
    WaterfallStyle style(const Context& context) const;
    void draw_rows(const Waterfall& waterfall, const Context& context) const;
    void draw_tensors() const;
    bool is_equal() const;
    /// In a small window behind a button.
    void draw_settings(const Context& context);
    void draw_setting_fields(const Context& context, std::size_t shown);
    void draw_setting(const Context& context, const VariableReport& variable);
    void draw_tree(const Context& context);
    void draw_row(const Context& context, const ModulePair& row) const;

    std::optional<Workspace> other_;
    std::vector<ModulePair> rows_;
    std::vector<std::uint32_t> shown_;  ///< indices into `rows_`
    KeptField settings_;                ///< of B
    std::uint64_t revision_ = 0;
    std::optional<std::uint64_t> other_revision_;  ///< nullopt: B is new
    bool only_differences_ = true;
    bool is_small_ = false;        ///< all scrolls together: there is no room for parts that scroll
    bool shows_settings_ = false;  ///< in a small window
    int subject_ = 0;
    int view_ = 0;            ///< index in kViews
    bool is_before_ = false;  ///< B is A before its sliders moved: the story begins with B
    std::vector<Cause> causes_;
    std::size_t same_tensors_ = 0, other_tensors_ = 0;
    std::vector<DifferenceRow> tensors_;
};

}  // namespace paramscope::app
