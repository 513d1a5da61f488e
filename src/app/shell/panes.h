// Lays out the panes of the page: the answer and the map above, below them text, modules and what is
// selected; in narrow windows one at a time.
#pragma once

#include <functional>
#include <optional>

#include "app/answer/map_view.h"
#include "app/answer/totals_panel.h"
#include "app/editor/editor_panel.h"
#include "app/inspector/inspector_panel.h"
#include "app/panel/context.h"
#include "app/pictures/pictures.h"
#include "app/shell/pane_sizes.h"
#include "app/tree/tree_panel.h"
#include "app/values/parameters_panel.h"

namespace paramscope::app {

class Panes {
  public:
    /// Draws into the rest of the window. `recount` is called between the text and all that shows its
    /// numbers.
    void draw(Context& context, const std::function<void()>& recount);

    /// Draws the numbers of the first model that came with the page (scripts/bundle/first_numbers.mjs).
    void draw_first();

    /// Shows the text where one pane is shown at a time.
    void show_text();

    bool is_edited() const { return editor_.is_edited(); }
    /// The total of the parameters, in full.
    const std::string& total(const Workspace& workspace) { return totals_.parameters(workspace); }

  private:
    /// The tabs of the narrow layout.
    enum class Tab { Answer, Modules, Formula, Run, Text };

    void go_to_wanted(Context& context);
    void edge(const char* id, Word pane, bool vertical, float* size, float smallest, float largest,
              bool reversed = false);
    void draw_wide(Context& context, const std::function<void()>& recount);
    void draw_medium(Context& context, const std::function<void()>& recount);
    void draw_narrow(Context& context, const std::function<void()>& recount);
    float draw_above_columns(Context& context, float left, const std::function<void()>& recount);
    /// The height of what is above the columns, in an area of height `all`.
    float top_height(float all) const;
    void draw_top(Context& context, const ImVec2& size);
    void draw_answer(Context& context, float width);
    void draw_map(Context& context, const ImVec2& size);
    void draw_text_and_values(Context& context);
    void draw_text(Context& context, const ImVec2& size);
    void draw_values(Context& context, const ImVec2& size);
    void draw_modules(Context& context, const ImVec2& size);
    /// One view, or all of them with tabs.
    void draw_inspector(Context& context, const ImVec2& size, std::optional<InspectorView> view = {});
    void draw_answer_tab(Context& context, const ImVec2& size);
    void draw_edit_bar(Context& context, float width);
    void request_height(const Context& context, float tree_top) const;

    EditorPanel editor_;
    ParametersPanel parameters_;
    TotalsPanel totals_;
    MapView map_;
    TreePanel tree_;
    InspectorPanel inspector_;
    Pictures pictures_;
    PaneSizes sizes_ = remembered_pane_sizes();
    float answer_height_ = 0;  ///< of the last frame; 0 before the first
    int tab_ = 0;              ///< of the narrow layout, a Tab
    int text_tab_ = 0;         ///< the text, or the values, where there is room for one
    int medium_tab_ = 0;       ///< the modules, or a view of the inspector
    int formula_tab_ = 0;      ///< of the narrow layout: the module, or conventions
};

}  // namespace paramscope::app
