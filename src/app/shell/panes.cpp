#include "app/shell/panes.h"

#include <imgui.h>

#include <algorithm>
#include <utility>

#include "app/shell/top_bar.h"
#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "app/words/words.h"
#include "base/ranges.h"
#include "base/shipped_texts.h"
#include "platform/platform.h"

namespace paramscope::app {
namespace {

constexpr Word kTabs[] = {"tab_answer", "tab_modules", "inspect_module", "tab_run", "tab_text"};
constexpr Word kTextTabs[] = {"tab_text", "tab_values"};
constexpr Word kMediumTabs[] = {"tab_modules", "inspect_module", "inspect_memory", "inspect_tools"};
constexpr Word kFormulaTabs[] = {"inspect_module", "inspect_tools"};
constexpr InspectorView kViews[] = {InspectorView::Module, InspectorView::Memory, InspectorView::Conventions};

/// The least height of the answer, in units: what is below it stays where it is when a model has no formula.
constexpr float kLeastAnswer = 36.5f;

constexpr ImGuiWindowFlags kStill = ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;

/// Height of the text's column with room for text and values at once.
float tall() {
    return unit(175);
}

/// The height of the map, in an area of height `all`.
float map_height(float all) {
    return std::clamp(all * 0.19f, unit(33), unit(46));
}

/// A number of the first model by its name; "" if none came with the page.
std::string_view first_number(std::string_view name) {
    const ShippedText* const found = find_where(shipped_texts(), [&](const ShippedText& text) {
        return text.group == "numbers" && text.name == name;
    });
    return found ? found->text : std::string_view();
}

/// The layout of the panes. A low embed has no height for two panes in a column.
Breakpoint layout() {
    const bool is_low = ImGui::GetMainViewport()->Size.y < unit(140);
    return platform::is_embedded() && is_low ? Breakpoint::Narrow : breakpoint();
}

}  // namespace

void Panes::draw(Context& context, const std::function<void()>& recount) {
    go_to_wanted(context);
    switch (layout()) {
        case Breakpoint::Wide:
            return draw_wide(context, recount);
        case Breakpoint::Medium:
            return draw_medium(context, recount);
        case Breakpoint::Narrow:
            return draw_narrow(context, recount);
    }
}

void Panes::draw_first() {
    const float width = ImGui::GetContentRegionAvail().x;
    if (layout() == Breakpoint::Narrow) tabs("panes", kTabs, &tab_, width);
    begin_pane("answer", {width, unit(kLeastAnswer)}, kStill);
    caption(word("parameters"));
    const bool is_wide = layout() == Breakpoint::Wide;
    wrapped_text(first_number("parameters"), palette().text, is_wide ? Type::Total : Type::Figure);
    text(first_number("flops"), palette().muted);
    end_pane();
}

void Panes::show_text() {
    tab_ = static_cast<int>(Tab::Text);
    text_tab_ = 0;
}

void Panes::go_to_wanted(Context& context) {
    const std::optional<InspectorView> view = std::exchange(context.wanted_view, std::nullopt);
    if (!view) return;
    pictures_.leave_stage();
    inspector_.show(*view);
    medium_tab_ = 1 + static_cast<int>(std::find(std::begin(kViews), std::end(kViews), *view) - kViews);
    tab_ = static_cast<int>(*view == InspectorView::Memory ? Tab::Run : Tab::Formula);
    formula_tab_ = *view == InspectorView::Conventions ? 1 : 0;
}

/// Draws a splitter and stores its position.
void Panes::edge(const char* id, Word pane, bool vertical, float* size, float smallest, float largest,
                 bool reversed) {
    if (splitter(id, word(pane), vertical, size, smallest, largest, reversed)) remember_pane_sizes(sizes_);
}

void Panes::draw_wide(Context& context, const std::function<void()>& recount) {
    const ImVec2 all = ImGui::GetContentRegionAvail();
    if (sizes_.left <= 0) sizes_.left = std::clamp(all.x * 0.3f, unit(80), unit(140));
    if (sizes_.right <= 0) sizes_.right = std::clamp(all.x * 0.26f, unit(80), unit(115));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    const float below = draw_above_columns(context, sizes_.left, recount);
    edge("left edge", "tab_text", true, &sizes_.left, unit(60), all.x * 0.5f);
    ImGui::SameLine();
    if (pictures_.is_on_stage()) {  // beside the text and the sliders, which change what it shows
        pictures_.draw_stage(context, {all.x - sizes_.left - gap(), below});
    } else {
        draw_modules(context, {all.x - sizes_.left - sizes_.right - gap() * 2, below});
        ImGui::SameLine();
        edge("right edge", "tab_formula", true, &sizes_.right, unit(60), all.x * 0.4f, true);
        ImGui::SameLine();
        draw_inspector(context, {sizes_.right, below});
    }
    ImGui::PopStyleVar();
}

/// Draws the text, and then what is above it; the next item is at the right of the text. Gives its height.
float Panes::draw_above_columns(Context& context, float left, const std::function<void()>& recount) {
    const ImVec2 all = ImGui::GetContentRegionAvail();
    const ImVec2 start = ImGui::GetCursorPos();
    const float top = top_height(all.y);
    ImGui::SetCursorPos({start.x, start.y + top});
    begin_plain_child("left", {left, all.y - top});
    draw_text_and_values(context);
    ImGui::EndChild();
    recount();
    ImGui::SetCursorPos(start);
    draw_top(context, {all.x, top});
    ImGui::SetCursorPos({start.x + left, start.y + top});
    return all.y - top;
}

void Panes::draw_medium(Context& context, const std::function<void()>& recount) {
    const ImVec2 all = ImGui::GetContentRegionAvail();
    if (sizes_.left <= 0) sizes_.left = std::clamp(all.x * 0.4f, unit(64), unit(110));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    const float below = draw_above_columns(context, std::min(sizes_.left, all.x * 0.5f), recount);
    edge("left edge", "tab_text", true, &sizes_.left, unit(60), all.x * 0.5f);
    ImGui::SameLine();
    const float width = ImGui::GetContentRegionAvail().x;
    if (pictures_.is_on_stage()) {
        pictures_.draw_stage(context, {width, below});
        ImGui::PopStyleVar();
        return;
    }
    ImGui::BeginGroup();
    tabs("panes", kMediumTabs, &medium_tab_, width);
    ImGui::Dummy({0, gap()});
    const ImVec2 rest{width, below - control_height() - gap()};
    if (medium_tab_ == 0) draw_modules(context, rest);
    if (medium_tab_ > 0) draw_inspector(context, rest, kViews[medium_tab_ - 1]);
    ImGui::EndGroup();
    ImGui::PopStyleVar();
}

void Panes::draw_narrow(Context& context, const std::function<void()>& recount) {
    tabs("panes", kTabs, &tab_, ImGui::GetContentRegionAvail().x);
    const auto tab = static_cast<Tab>(tab_);
    if (tab == Tab::Text) draw_edit_bar(context, ImGui::GetContentRegionAvail().x);
    if (tab == Tab::Text) tabs("text_or_values", kTextTabs, &text_tab_, ImGui::GetContentRegionAvail().x);
    if (tab == Tab::Formula)
        tabs("formula_or_conventions", kFormulaTabs, &formula_tab_, ImGui::GetContentRegionAvail().x);
    const ImVec2 all = ImGui::GetContentRegionAvail();
    if (tab != Tab::Text) recount();
    switch (tab) {
        case Tab::Answer:
            return draw_answer_tab(context, all);
        case Tab::Modules:
            return draw_modules(context, all);
        case Tab::Formula:
            return draw_inspector(context, all,
                                  formula_tab_ == 0 ? InspectorView::Module : InspectorView::Conventions);
        case Tab::Run:
            return draw_inspector(context, all, InspectorView::Memory);
        case Tab::Text:
            text_tab_ == 0 ? draw_text(context, all) : draw_values(context, all);
            return recount();
    }
}

float Panes::top_height(float all) const {
    const float answer = (answer_height_ > 0 ? answer_height_ : unit(34)) + gap();
    return pictures_.is_on_stage() ? answer : answer + map_height(all) + gap();
}

void Panes::draw_top(Context& context, const ImVec2& size) {
    const float answer = answer_height_;
    draw_answer(context, size.x);
    if (pictures_.is_on_stage()) return;
    ImGui::Dummy({0, gap()});
    draw_map(context, {size.x, size.y - answer - gap() * 2});
}

/// Draws the answer as high as it is; the next frame gives it that room.
void Panes::draw_answer(Context& context, float width) {
    begin_pane("answer", {width, std::max(answer_height_, 1.0f)}, kStill);
    const float top = ImGui::GetCursorPosY();
    totals_.draw(context, map_.conclusion(context));
    const float needed = ImGui::GetCursorPosY() - ImGui::GetStyle().ItemSpacing.y + top;
    const float height = std::max(needed, unit(kLeastAnswer));
    end_pane();
    if (std::exchange(answer_height_, height) != height) platform::request_frame();
}

void Panes::draw_map(Context& context, const ImVec2& size) {
    begin_pane("map", size, kStill);
    const ImVec2 top = ImGui::GetCursorScreenPos();
    if (map_.draw(context, ImGui::GetContentRegionAvail())) pictures_.enter_stage();
    if (context.workspace.is_outlived()) veil("map veil", top);
    end_pane();
}

void Panes::draw_text_and_values(Context& context) {
    const ImVec2 all = ImGui::GetContentRegionAvail();
    if (all.y < tall()) {
        tabs("text_or_values", kTextTabs, &text_tab_, all.x);
        ImGui::Dummy({0, gap()});
        const ImVec2 rest{all.x, all.y - control_height() - gap()};
        return text_tab_ == 0 ? draw_text(context, rest) : draw_values(context, rest);
    }
    if (sizes_.parameters <= 0) sizes_.parameters = all.y * 0.42f;
    draw_text(context, {all.x, all.y - sizes_.parameters - gap()});
    edge("values edge", "tab_values", false, &sizes_.parameters, unit(30), all.y * 0.75f, true);
    draw_values(context, {all.x, sizes_.parameters});
}

void Panes::draw_text(Context& context, const ImVec2& size) {
    begin_pane("text", size);
    editor_.draw(context);
    end_pane();
}

void Panes::draw_values(Context& context, const ImVec2& size) {
    begin_pane("values", size);
    parameters_.draw(context);
    end_pane();
}

void Panes::draw_modules(Context& context, const ImVec2& size) {
    begin_pane("results", size, kStill);
    const ImVec2 top = ImGui::GetCursorScreenPos();
    if (platform::is_embedded()) request_height(context, top.y);
    tree_.draw(context);
    if (context.workspace.is_outlived()) veil("tree veil", top);
    end_pane();
}

void Panes::draw_inspector(Context& context, const ImVec2& size, std::optional<InspectorView> view) {
    begin_pane("inspector", size);
    view ? inspector_.draw_view(context, *view) : inspector_.draw(context);
    if (context.workspace.is_outlived()) veil("inspector veil", ImGui::GetWindowPos());
    end_pane();
}

/// Draws the answer and the map, or another picture; in an embed, the answer and the modules.
void Panes::draw_answer_tab(Context& context, const ImVec2& size) {
    if (pictures_.is_on_stage()) return pictures_.draw_stage(context, size);
    begin_pane("answer", size);
    totals_.draw(context, map_.conclusion(context));
    ImGui::Dummy({0, unit(1)});
    const ImVec2 rest = ImGui::GetContentRegionAvail();
    if (platform::is_embedded()) {
        request_height(context, ImGui::GetCursorScreenPos().y);
        tree_.draw(context);
    } else if (map_.draw(context, {rest.x, std::clamp(rest.y, unit(45), unit(70))})) {
        pictures_.enter_stage();
    }
    end_pane();
}

/// Draws the bar above the editor in the narrow layout: the totals, and a way back.
void Panes::draw_edit_bar(Context& context, float width) {
    const Workspace& workspace = context.workspace;
    const float buttons = undo_buttons_width();
    const bool is_stale = workspace.is_stale();
    const float left = ImGui::GetCursorPosX();
    ImGui::AlignTextToFramePadding();
    clipped_text(totals_.parameters(workspace), width - buttons - unit(2),
                 is_stale ? palette().muted : palette().text);
    if (is_stale) {
        ImGui::SameLine();
        const WithType type(Type::Small);
        const bool waits = workspace.waits_for_count();
        clipped_text(word(waits ? Word("of_the_earlier_text") : Word("of_the_last_text")),
                     left + width - buttons - unit(2) - ImGui::GetCursorPosX(),
                     waits ? palette().muted : palette().error);
    }
    same_line_at_right(buttons);
    draw_undo_buttons(context.workspace);
}

/// Asks for the height of an embed that shows the tree and its header.
void Panes::request_height(const Context& context, float tree_top) const {
    const float tree = static_cast<float>(context.tree.rows().size() + 3) * row_height();
    platform::request_height(std::clamp(tree_top + tree, unit(90), unit(190)));
}

}  // namespace paramscope::app
