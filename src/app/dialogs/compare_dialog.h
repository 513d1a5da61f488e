// The compare dialog: the current model (A) beside another one, or beside itself with other settings (B).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "count/report/compare_modules.h"
#include "count/report/explain.h"
#include "app/shell/context.h"

namespace paramscope::app {

class CompareDialog {
  public:
    /// Draws the dialog while it is open; Context::wanted opens it.
    void draw(Context& context);

  private:
    void open_other(const Document& document);
    void update(const Context& context);
    void draw_choice_of_b(Context& context);
    void draw_menu_of_b(Context& context);
    void draw_totals(const Context& context) const;
    void draw_settings(const Context& context);
    void draw_setting(const Context& context, const VariableReport& variable);
    void draw_tree(const Context& context);
    void draw_row(const Context& context, const ModulePair& row) const;

    std::optional<Workspace> other_;
    std::vector<ModulePair> rows_;
    std::vector<std::uint32_t> shown_;  ///< indices into `rows_`
    std::string edited_;                ///< the setting of B being edited, and its text
    std::string edited_text_;
    std::uint64_t revision_ = 0;
    std::uint64_t other_revision_ = 0;
    bool only_differences_ = true;
    bool listed_only_differences_ = false;
    int subject_ = 0;
};

}  // namespace paramscope::app
