#include "app/editor/editor_panel.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/editor/line_drawing.h"
#include "app/editor/problem_strip.h"
#include "app/editor/reading_menu.h"
#include "app/ui/icons.h"
#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "app/words/words.h"
#include "base/ranges.h"
#include "formats/pictures/family_colours.h"
#include "platform/platform.h"
#include "presets/presets.h"

namespace paramscope::app {
namespace {

constexpr Word kViews[] = {"source_code", "model_text"};  ///< of source code
constexpr std::size_t kLargeText = 4'000'000;             // bytes; takes a part of a frame
constexpr double kTypingPause = 0.8;                      // seconds after which half a line is judged

// The position in `now` from which both texts have the same end.
std::size_t end_of_change(std::string_view before, std::string_view now) {
    const auto head = std::mismatch(before.begin(), before.end(), now.begin(), now.end());
    const auto shared = static_cast<std::size_t>(head.second - now.begin());
    std::size_t tail = 0;
    while (tail < now.size() - shared && tail < before.size() - shared &&
           now[now.size() - 1 - tail] == before[before.size() - 1 - tail]) {
        ++tail;
    }
    return now.size() - tail;
}

}  // namespace

void EditorPanel::draw(Context& context) {
    draw_views(context.workspace);
    follow_text(context);
    follow_selection(context.workspace);
    const float foot = std::max(unit(5.5f), reading_menu_height(context));
    draw_editor(context, ImGui::GetContentRegionAvail().y - foot - ImGui::GetStyle().ItemSpacing.y);
    draw_foot(context, foot);
}

/// Draws the choice between source code and the model text that it builds.
void EditorPanel::draw_views(const Workspace& workspace) {
    if (!workspace.is_source()) {
        view_ = 0;
        return;
    }
    tabs("tab_text", kViews, &view_, 0);
    if (workspace.reading() != nullptr) return;
    ImGui::SameLine(0, unit(3));
    ImGui::AlignTextToFramePadding();
    clipped_text(word("reading_source"), ImGui::GetContentRegionAvail().x, palette().muted);
}

void EditorPanel::follow_text(Context& context) {
    const Workspace& workspace = context.workspace;
    const bool shows_built = view_ == 1 && workspace.reading() != nullptr;
    const std::uint64_t generation = shows_built ? workspace.revision() : workspace.versions().replaced_text;
    const bool is_other_view = std::exchange(shows_built_, shows_built) != shows_built;
    lines_.set_code(workspace.is_source() && !shows_built);
    is_behind_ = text_generation_ != generation && workspace.document().text->size() > kLargeText &&
                 !context.steps.may();
    if (is_behind_) return;
    if (std::exchange(text_generation_, generation) == generation && !is_other_view) return;
    const SharedText& text = workspace.document().text;
    const bool is_new =
        std::exchange(model_generation_, workspace.versions().model) != workspace.versions().model;
    rewind_ = is_other_view || is_new;
    is_unseen_ = is_unseen_ || is_new;
    if (!rewind_ && !shows_built) changed_ = end_of_change(*lines_.text(), *text);
    lines_.set(shows_built ? SharedText(workspace.model_text()) : text);
    fold(workspace);
}

/// Folds what a shipped model tells of itself, when it is opened.
void EditorPanel::fold(const Workspace& workspace) {
    if (!rewind_) return;
    const bool is_shipped = !workspace.document().edited && any_of(presets(), [&](const Preset& preset) {
        return preset.text == *lines_.text();
    });
    comment_ = is_shipped ? leading_comment_lines(lines_) : 0;
    is_folded_ = comment_ > 1;
}

/// A caret in what is folded is to be seen.
void EditorPanel::open_comment_at(std::optional<std::size_t> caret) {
    if (caret && *caret < folded_lines()) is_folded_ = false;
}

/// Scrolls to the line that makes a module which was selected elsewhere.
void EditorPanel::follow_selection(const Workspace& workspace) {
    const std::uint32_t line = lines_.is_code() ? workspace.source_line(workspace.selected()) : 0;
    if (std::exchange(selected_line_, line) != line && line > 0 && !is_edited_) wanted_line_ = line;
}

/// The problems of the text that is shown.
const std::vector<Problem>& EditorPanel::shown_problems() const {
    static const std::vector<Problem> none;
    return shows_built_ ? none : problems_.shown();
}

bool EditorPanel::is_typing() const {
    return is_edited_ && typed_at_ >= 0 && ImGui::GetTime() < typed_at_ + kTypingPause;
}

/// Gives the problems their rows in a text so wide, and keeps the line of the caret where it is.
void EditorPanel::follow_problems(const Workspace& workspace, float width) {
    if (is_typing()) platform::request_frame_in(typed_at_ + kTypingPause - ImGui::GetTime());
    if (problems_.follow(workspace)) {
        chosen_ = SIZE_MAX;
        show_first_problem(workspace);
    }
    rows_.follow(shown_problems(), chosen_, width, is_typing());
    const std::optional<std::size_t> caret = field_.caret_line(lines_);
    open_comment_at(caret);
    const float before = caret ? map_.top(*caret) : 0;
    const bool was_other_text = map_.count() != lines_.count();
    map_ = LineMap(lines_.count(), ImGui::GetTextLineHeight(), folded_lines(), rows_.inserts());
    if (caret && !was_other_text) field_.scroll_by(map_.top(*caret) - before);
}

void EditorPanel::draw_editor(Context& context, float height) {
    const WithType type(Type::Code);
    if (rewind_) field_.lose_keyboard();
    if (changed_) field_.put_caret(*changed_);
    changed_.reset();
    const float gutter = gutter_width(lines_.count());
    const ImVec2 start = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    follow_problems(context.workspace, width - ImGui::GetStyle().ScrollbarSize);
    ImGui::GetWindowDrawList()->AddRectFilled(start, {start.x + width, start.y + height}, palette().field,
                                              rounding());
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + gutter);
    const bool is_changed =
        field_.draw("##text", lines_, {-FLT_MIN, height}, map_, shows_built_ || is_behind_);
    is_edited_ = ImGui::IsItemActive();
    describe(Aria::TextArea, word(lines_.is_code() ? Word("source_code") : Word("model_text")),
             {.invalid = context.workspace.error() != nullptr, .value = *lines_.text()});
    take_changes(context, is_changed);
    if (field_.window() == nullptr) return;
    scroll();
    field_.finish(lines_, map_);
    select_at_click(context);
    draw_over(context, start.x, gutter);
}

/// Takes what was typed, or entered through the mirror.
void EditorPanel::take_changes(Context& context, bool is_changed) {
    const std::optional<std::string> entered = take_entered();
    const bool takes_entered =
        entered && !shows_built_ && !is_behind_ && lines_.text()->size() <= kLongestValue;
    if (takes_entered) lines_.edited_text() = with_unix_lines(*entered);
    if (!is_changed && !takes_entered) return;
    typed_at_ = ImGui::GetTime();
    is_unseen_ = false;
    lines_.find_lines();
    comment_ = 0;
    is_folded_ = false;
    map_ = LineMap(lines_.count(), ImGui::GetTextLineHeight(), folded_lines(), map_.inserts());
    context.workspace.edit_text(lines_.text());
}

/// Selects the module that the clicked line of source code makes.
void EditorPanel::select_at_click(Context& context) {
    const bool is_clicked =
        GImGui->HoveredWindow == field_.window() && ImGui::IsMouseReleased(ImGuiMouseButton_Left);
    if (!lines_.is_code() || !is_clicked) return;
    const std::size_t down = map_.line_at(ImGui::GetMousePos().y - field_.origin().y);
    const auto line = static_cast<std::uint32_t>(down) + 1;
    const std::optional<std::size_t> node = context.workspace.node_at_line(line);
    if (!node || context.workspace.source_line(context.workspace.selected()) == line) return;
    selected_line_ = line;
    context.workspace.select(*node);
    reveal(context, *node);
}

/// Scrolls to the beginning of a new text, and to the wanted line where it is out of sight.
void EditorPanel::scroll() {
    const float at = rewind_ ? 0 : field_.window()->Scroll.y;
    if (rewind_) field_.scroll_to(0);
    rewind_ = false;
    if (!wanted_line_) return;
    const float top = *wanted_line_ > 0 ? map_.top(*wanted_line_ - 1) : 0;
    const float height = field_.window()->Size.y;
    const bool is_in_sight = top >= at && top + unit(15) <= at + height;  // with its row below it
    if (!is_in_sight) field_.scroll_to(std::max(0.0f, top - height * 0.4f));
    wanted_line_.reset();
}

/// Finds the modules of the lines, if the report is that of the text; those of a large one when it is their
/// turn. True when they are modules of the report.
bool EditorPanel::follow_modules(Context& context) {
    const Workspace& workspace = context.workspace;
    if (workspace.is_stale()) return true;
    const bool is_outdated = modules_.is_outdated(workspace.revision(), lines_);
    if (is_outdated && !context.steps.may(workspace.report())) return false;
    std::function<std::uint32_t(std::size_t)> source_line;
    if (lines_.is_code()) source_line = [&](std::size_t node) { return workspace.source_line(node); };
    modules_.follow(workspace.report(), workspace.revision(), lines_, source_line);
    return true;
}

void EditorPanel::draw_over(Context& context, float left, float gutter) {
    const ImRect& inner = field_.window()->InnerRect;
    const ImVec2 origin = field_.origin();
    {
        const LineDrawing text(*field_.window()->DrawList, inner.ToVec4(), origin, lines_, map_);
        if (selected_line_ > 0 && selected_line_ <= lines_.count()) text.draw_band(selected_line_ - 1);
        if (const auto selected = field_.selection()) text.draw_selection(selected->first, selected->second);
        text.draw_text(word("about_this_model"));
        for (const Problem& problem : shown_problems()) {
            if (problem.line > 0 && problem.severity != Severity::Note) text.underline(problem);
        }
        if (const auto caret = field_.drawn_caret()) text.draw_caret(*caret);
    }
    {
        const bool has_modules = follow_modules(context);
        const LineDrawing numbers(*ImGui::GetWindowDrawList(), {left, inner.Min.y, inner.Min.x, inner.Max.y},
                                  origin, lines_, map_);
        numbers.draw_gutter(left, left + gutter - unit(2), shown_problems(), [&](std::size_t line) -> ImU32 {
            const auto node = has_modules ? modules_.at(line) : std::nullopt;
            return node ? colour_of_family(context.weights.part_of(context.workspace, *node), is_dark()) : 0;
        });
    }
    if (const std::optional<QuickFix> fix = rows_.draw({left, inner.Min.y}, inner.Max, origin.y, map_)) {
        context.workspace.settle();
        context.workspace.replace_text(fix->span, fix->words);
        context.workspace.settle();
    }
    if (comment_ > 1) draw_fold_button();
}

/// A button that opens the comment at the beginning, where its line stands, or folds it, at that line's end.
void EditorPanel::draw_fold_button() {
    const ImVec2 origin = field_.origin();
    const ImRect& inner = field_.window()->InnerRect;
    const std::string_view words = word("about_this_model");
    const float left = is_folded_ ? 0 : text_width(lines_.line(0)) + unit(2);
    const ImVec2 size{is_folded_ ? text_width(words) : unit(5), ImGui::GetTextLineHeight()};
    const ImVec2 corner{origin.x + left, origin.y + map_.top(0)};
    ImGui::PushClipRect(inner.Min, inner.Max, true);
    {
        const Aside over(corner);
        begin_plain_child("fold", size);
        const bool is_clicked = ImGui::InvisibleButton("open", size);
        describe(Aria::Button, words, {.expanded = is_folded_ ? Tri::No : Tri::Yes});
        const bool is_hovered = ImGui::IsItemHovered();
        if (is_hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        if (!is_folded_) {
            const ImVec2 middle{corner.x + size.x * 0.5f, corner.y + size.y * 0.5f};
            draw_icon(ImGui::GetWindowDrawList(), Icon::Fold, middle, unit(3.5f),
                      is_hovered ? palette().text : palette().muted);
        }
        if (is_clicked) is_folded_ = !is_folded_;
        ImGui::EndChild();
    }
    ImGui::PopClipRect();
}

/// Draws the line below the editor: how many problems there are, and what the text was read as.
void EditorPanel::draw_foot(const Context& context, float height) {
    begin_plain_child("foot", {0, height});
    if (reading_menu_height(context) > 0) {
        draw_reading_menu(context);
        ImGui::SameLine(0, unit(3));
    }
    if (draw_problem_strip(problems_)) show_next_problem();
    ImGui::EndChild();
}

/// Scrolls to the first error or warning of a text that was just opened.
void EditorPanel::show_first_problem(const Workspace& workspace) {
    const std::vector<Problem>& problems = problems_.shown();
    const bool is_there = !problems.empty() && problems.front().severity != Severity::Note;
    if (!is_unseen_ || !is_there || workspace.is_counting()) return;
    is_unseen_ = false;
    if (problems.front().line > 0) wanted_line_ = problems.front().line;
}

void EditorPanel::show_next_problem() {
    is_unseen_ = false;
    chosen_ = chosen_ < problems_.shown().size() - 1 ? chosen_ + 1 : 0;
    view_ = 0;
    wanted_line_ = problems_.shown()[chosen_].line;
}

}  // namespace paramscope::app
