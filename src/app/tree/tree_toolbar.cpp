#include "app/tree/tree_toolbar.h"

#include <algorithm>
#include <iterator>

#include "algebra/print.h"
#include "app/dialogs/dialog.h"
#include "app/ui/icons.h"
#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"

namespace paramscope::app {
namespace {

constexpr const char* kColumnMenu = "columns";
constexpr Word kUnits[] = {"units_exact", "units_short", "units_share"};

float units_width() {
    float width = 0;
    for (const Word label : kUnits) width += button_width(word(label));
    return width;
}

/// A button that turns a part of the tree's view on and off.
void view_switch(Context& context, const char* id, Icon icon, Word name, bool TreeView::*part) {
    TreeView view = context.tree.view();
    if (!icon_button(id, icon, word(name), view.*part)) return;
    view.*part = !(view.*part);
    context.tree.set_view(std::move(view));
}

}  // namespace

Units TreeToolbar::units() const {
    return units_.value_or(Units::Short);
}

void TreeToolbar::draw(Context& context) {
    const Group group(Aria::Toolbar, word("tab_modules"));
    const bool narrow = breakpoint() == Breakpoint::Narrow;
    const float buttons = icon_button_width() * (5);
    const float others = buttons + unit(2) + (narrow ? 0 : units_width() + unit(2));
    const float width = std::min(ImGui::GetContentRegionAvail().x - others, unit(90));
    const std::string count = with_thousands(static_cast<Integer>(context.workspace.report().nodes.size()));
    const std::string hint =
        narrow ? std::string(word("filter_hint_short")) : word("filter_hint", {{"count", count}});
    const bool is_filtered = search_field("##filter", hint, &filter_, width);
    if (filter_.empty()) tooltip(word("filter_examples"));
    if (is_filtered) {
        TreeView view = context.tree.view();
        view.filter = filter_;
        context.tree.set_view(std::move(view));
    }
    same_line_at_right(others - unit(2));
    if (!narrow) {
        int chosen = static_cast<int>(units());
        if (choice("units", kUnits, &chosen)) units_ = static_cast<Units>(chosen);
        ImGui::SameLine(0, unit(2));
    }
    draw_buttons(context);
    draw_focus(context);
}

void TreeToolbar::draw_buttons(Context& context) {
    const std::uint32_t depth = context.tree.open_depth();
    if (icon_button("fold", Icon::Fold, word("close_level")) && depth > 0) {
        context.workspace.set_depth(ImGui::GetIO().KeyShift ? 1 : depth - 1);
    }
    ImGui::SameLine(0, 0);
    if (icon_button("unfold", Icon::Unfold, word("open_level"))) {
        context.workspace.set_depth(ImGui::GetIO().KeyShift ? UINT16_MAX : depth + 1);
    }
    ImGui::SameLine(0, 0);
    view_switch(context, "repeats", Icon::Repeats, "gather_repeats", &TreeView::gathers_repeats);
    ImGui::SameLine(0, 0);
    view_switch(context, "list", Icon::List, "list_layers", &TreeView::is_list);
    ImGui::SameLine(0, 0);
    if (icon_button("columns", Icon::Columns, word("columns"))) ImGui::OpenPopup(kColumnMenu);
    draw_column_menu();
}

void TreeToolbar::draw_column_menu() {
    if (!begin_menu(kColumnMenu, word("columns"))) return;
    for (int column = kType; column < kColumns; ++column) {
        if (menu_item(word(column_info(column).title), Icon::Check, shows(column))) {
            hidden_columns_ ^= 1u << column;
        }
    }
    if (breakpoint() == Breakpoint::Narrow) {
        ImGui::Separator();
        for (std::size_t i = 0; i < std::size(kUnits); ++i) {
            const Units each = static_cast<Units>(i);
            if (menu_item(word(kUnits[i]), Icon::Check, units() == each)) units_ = each;
        }
    }
    end_menu();
}

// Draws the focus and filter state of the tree, with a button to reset the focus.
void TreeToolbar::draw_focus(Context& context) {
    const TreeView& view = context.tree.view();
    if (filter_ != view.filter) filter_ = view.filter;
    if (!view.filter.empty()) {
        const std::size_t all = context.workspace.report().nodes.size();
        caption(
            word("match_count", {{"matches", with_thousands(static_cast<Integer>(context.tree.matches()))},
                                 {"modules", with_thousands(static_cast<Integer>(all))}}));
    }
    if (view.focus.empty()) return;
    const std::string words = word("focused_on", {{"path", view.focus}});
    if (icon_button("show all", Icon::Back, word("show_all"))) {
        TreeView whole = view;
        whole.focus.clear();
        context.tree.set_view(std::move(whole));
    }
    ImGui::SameLine(0, unit(1));
    ImGui::AlignTextToFramePadding();
    clipped_text(words, ImGui::GetContentRegionAvail().x, palette().accent);
}

}  // namespace paramscope::app
