#include "app/conventions/conventions_view.h"

#include <algorithm>

#include "algebra/print.h"
#include "app/ui/icons.h"
#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "app/words/convention_words.h"
#include "app/words/words.h"
#include "base/concat.h"
#include "base/ranges.h"

namespace paramscope::app {
namespace {

constexpr Word kModeHints[] = {"mode_forward_hint", "mode_training_hint", "mode_decode_hint"};

double number_of(const ConventionFigure& figure) {
    return figure.total.value ? static_cast<double>(*figure.total.value) : 0;
}

std::string summary_of(const ConventionFigure& figure) {
    return convention_summary(figure.convention->name, figure.convention->summary);
}

void set_convention(Workspace& workspace, std::string_view name) {
    const Document& document = workspace.document();
    workspace.set_counting(std::string(name), document.mode, document.causal);
}

void draw_pass(Context& context) {
    const Document& document = context.workspace.document();
    section(word("counted_pass"));
    int mode = static_cast<int>(document.mode);
    if (choice("counted_pass", kModeWords, &mode, ImGui::GetContentRegionAvail().x)) {
        context.workspace.set_counting(document.convention, static_cast<Mode>(mode), document.causal);
    }
    wrapped_text(word(kModeHints[mode]), palette().muted, Type::Small);
    bool causal = document.causal;
    if (toggle("causal", &causal)) {
        context.workspace.set_counting(document.convention, document.mode, causal);
    }
    tooltip(word("causal_hint"));
}

/// A bar whose length is a share of the width.
void draw_bar(ImVec2 at, float width, float share, ImU32 colour) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float bottom = at.y + unit(1.5f), radius = unit(0.5f);
    list->AddRectFilled(at, {at.x + width, bottom}, faded(palette().line, has_high_contrast() ? 0.3f : 0.6f),
                        radius);
    list->AddRectFilled(at, {at.x + width * eased(ImGui::GetID("bar"), share), bottom}, colour, radius);
}

}  // namespace

void draw_convention_chip(Workspace& workspace) {
    const std::string name = workspace.document().convention;
    const std::string_view usual = conventions().front().name;
    if (name == usual) return;
    const std::string words = word("counted_like", {{"name", name}});
    if (button(concat(words, "  ×"))) set_convention(workspace, usual);
    describe(Aria::Button, concat(words, ": ", word("count_as_usual")));
    tooltip(word("count_as_usual"));
}

void ConventionsView::draw(Context& context) {
    if (revision_ != context.workspace.revision()) {
        revision_ = context.workspace.revision();
        figures_ = explain_conventions(context.workspace.report());
    }
    measure();
    section(word("why_tools_differ"));
    wrapped_text(word("why_tools_differ_hint"), palette().muted, Type::Small);
    draw_convention_chip(context.workspace);
    draw_difference();
    draw_table(context, true);
    section(word("by_definition"));
    draw_table(context, false);
    draw_pass(context);
}

void ConventionsView::measure() {
    names_width_ = totals_width_ = 0;
    largest_ = 0;
    for (const ConventionFigure& figure : figures_) {
        largest_ = std::max(largest_, number_of(figure));
        totals_width_ = std::max(totals_width_, text_width(total_in_short(figure)));
        const WithType type(Type::Strong);
        names_width_ = std::max(names_width_, text_width(figure.convention->name));
    }
}

void ConventionsView::draw_table(Context& context, bool of_tools) {
    const Group list(Aria::List, word(of_tools ? Word("convention") : Word("by_definition")));
    ImGui::PushStyleVarY(ImGuiStyleVar_ItemSpacing, 0);
    for (const ConventionFigure& figure : figures_)
        if (figure.convention->is_tool == of_tools) draw_row(context, figure);
    ImGui::PopStyleVar();
}

void ConventionsView::draw_row(Context& context, const ConventionFigure& figure) {
    const Palette& colours = palette();
    const std::string_view name = figure.convention->name;
    const bool is_open = opened_ == name, is_used = context.workspace.document().convention == name;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 end{at.x + ImGui::GetContentRegionAvail().x, at.y + row_height()};
    const Group item(Aria::ListItem, name);
    ImGui::PushID(name.data());
    if (ImGui::InvisibleButton("row", {end.x - at.x, end.y - at.y}, ImGuiButtonFlags_EnableNav))
        opened_ = is_open ? "" : name;
    const std::string total = total_in_short(figure);
    describe(
        Aria::Button, name,
        {.expanded = tri(is_open), .value = is_used ? concat(total, ", ", word("used_in_page")) : total});
    const bool is_hot = ImGui::IsItemHovered() || ImGui::IsItemFocused();
    if (is_hot || is_open)
        ImGui::GetWindowDrawList()->AddRectFilled(at, end, is_open ? colours.accent_soft : colours.hover,
                                                  rounding());
    // An open row shows what the tooltip says.
    if (!is_open) tooltip(summary_of(figure));
    chevron({at.x + unit(2.5f), (at.y + end.y) / 2}, unit(2.5f), is_open, colours.muted);
    draw_cells(figure, {at.x + unit(5), at.y}, {end.x - unit(2), end.y}, is_used);
    if (is_open) draw_sum(context, figure);
    ImGui::PopID();
}

void ConventionsView::draw_cells(const ConventionFigure& figure, ImVec2 from, ImVec2 to, bool is_used) const {
    const Palette& colours = palette();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float middle = (from.y + to.y) / 2, top = middle - ImGui::GetTextLineHeight() / 2;
    {
        const WithType type(is_used ? Type::Strong : Type::Body);
        add_text(list, {from.x, top}, is_used ? colours.accent : colours.text, figure.convention->name);
    }
    const float mark = from.x + names_width_ + unit(3);
    if (is_used) draw_icon(&list, Icon::Check, {mark, middle}, unit(4), colours.accent);
    const float bar = mark + unit(3), room = to.x - totals_width_ - unit(3) - bar;
    if (room > unit(8)) {
        const float share = largest_ > 0 ? static_cast<float>(number_of(figure) / largest_) : 0;
        draw_bar({bar, middle - unit(0.75f)}, room, share,
                 is_used || is_pinned(figure) ? colours.accent : colours.muted);
    }
    const std::string total = total_in_short(figure);
    add_text(list, {to.x - text_width(total), top},
             figure.total.is_complete() ? colours.text : colours.warning, total);
}

void ConventionsView::draw_sum(Context& context, const ConventionFigure& figure) {
    ImGui::Indent(unit(5));
    ImGui::PushStyleVarY(ImGuiStyleVar_ItemSpacing, unit(1.5f));
    ImGui::Dummy({0, 0});
    if (figure.total.value) {
        wrapped_text(sum_in_words(figure), palette().text);
        wrapped_text(concat("= ", with_thousands(*figure.total.value)), palette().muted, Type::Small);
    }
    wrapped_text(summary_of(figure), palette().muted, Type::Small);
    const std::string_view name = figure.convention->name;
    if (context.workspace.document().convention == name) {
        ImGui::AlignTextToFramePadding();
        text(word("used_in_page"), palette().accent);
    } else if (button(word("use_in_page"))) {
        set_convention(context.workspace, name);
    }
    if (figure.total.value) draw_pin(figure);
    ImGui::Dummy({0, unit(1)});
    ImGui::PopStyleVar();
    ImGui::Unindent(unit(5));
}

void ConventionsView::draw_pin(const ConventionFigure& figure) {
    const bool is_on = is_pinned(figure);
    const std::string_view words = word(is_on ? Word("unpin_tool") : Word("pin_tool"));
    ImGui::SameLine(0, unit(2));
    if (button(words, ButtonKind::Quiet)) {
        if (!is_on && pinned_.size() == 2) pinned_.erase(pinned_.begin());
        if (is_on) {
            std::erase(pinned_, figure.convention->name);
        } else {
            pinned_.push_back(figure.convention->name);
        }
    }
    tooltip(word("pin_tool_hint"));
}

bool ConventionsView::is_pinned(const ConventionFigure& figure) const {
    return contains(pinned_, figure.convention->name);
}

void ConventionsView::draw_difference() const {
    const ConventionFigure* both[2] = {};
    std::size_t count = 0;
    for (const ConventionFigure& figure : figures_)
        if (is_pinned(figure) && figure.total.value) both[count++] = &figure;
    if (count == 0) return;
    const Group difference(Aria::Region, word("pinned_tools"));
    section(word("pinned_tools"));
    if (count == 2) return wrapped_text(difference_in_words(*both[0], *both[1]), palette().text);
    wrapped_text(word("pin_another", {{"name", both[0]->convention->name}}), palette().muted);
}

}  // namespace paramscope::app
