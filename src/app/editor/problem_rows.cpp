#include "app/editor/problem_rows.h"

#include <algorithm>

#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "base/ranges.h"

namespace paramscope::app {
namespace {

/// Rows that stand in the text at once, apart from the chosen one: more of them would hide it.
constexpr std::size_t kRowsShown = 8;

ImU32 row_colour(Severity severity) {
    return mixed(palette().field, severity_colour(severity), 0.1f);
}

std::string fix_words(const QuickFix& fix) {
    if (fix.words.empty()) return std::string(word("remove_it"));
    return word(fix.span.begin == fix.span.end ? Word("insert_words") : Word("write_words"),
                {{"words", fix.words}});
}

/// The place of the words and the button of a row.
struct RowLayout {
    std::vector<std::string_view> lines;
    ImVec2 button;  ///< its size; {0, 0} for none
    bool is_button_below = false;
    float height = 0;
};

/// Needs the font of the row's words.
RowLayout layout_of(const Problem& problem, float width) {
    RowLayout layout;
    width -= unit(6);
    if (problem.fix) layout.button = small_button_size(fix_words(*problem.fix));
    layout.is_button_below = problem.fix && layout.button.x > width * 0.4f;
    const float beside = problem.fix && !layout.is_button_below ? layout.button.x + unit(2) : 0;
    layout.lines = wrapped_lines(problem.message, width - beside);
    layout.height = static_cast<float>(layout.lines.size()) * ImGui::GetTextLineHeight();
    layout.height = layout.is_button_below ? layout.height + layout.button.y + unit(0.5f)
                                           : std::max(layout.height, layout.button.y);
    layout.height += unit(1.5f);
    return layout;
}

/// Draws a row without its button.
void draw_words(const Problem& problem, const RowLayout& layout, ImVec2 low, ImVec2 high) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 colour = severity_colour(problem.severity);
    list.AddRectFilled(low, high, row_colour(problem.severity));
    list.AddRectFilled(low, {low.x + unit(0.75f), high.y}, colour);
    ImVec2 at{low.x + unit(3), low.y + unit(0.75f)};
    for (const std::string_view line : layout.lines) {
        add_text(list, at, colour, line);
        at.y += ImGui::GetTextLineHeight();
    }
}

/// Draws the button of a row in a window of its own: that of the text, which is below, takes clicks. True
/// when it was pressed.
bool draw_fix(std::size_t index, const Problem& problem, const RowLayout& layout, ImVec2 low, float right) {
    const float words = static_cast<float>(layout.lines.size()) * ImGui::GetTextLineHeight();
    const ImVec2 at = layout.is_button_below ? ImVec2(low.x + unit(3), low.y + unit(1.25f) + words)
                                             : ImVec2(right - unit(2) - layout.button.x, low.y + unit(0.75f));
    const Aside over(at);
    ImGui::PushID(static_cast<int>(index));
    begin_plain_child("fix", layout.button);
    const bool is_pressed = small_button(fix_words(*problem.fix), severity_colour(problem.severity));
    ImGui::EndChild();
    ImGui::PopID();
    return is_pressed;
}

}  // namespace

ImU32 severity_colour(Severity severity) {
    if (severity == Severity::Error) return palette().error;
    return severity == Severity::Warning ? palette().warning : palette().muted;
}

bool ProblemRows::is_shown(const Problem& problem) const {
    return any_of(rows_, [&](const Row& row) { return row.problem.message == problem.message; });
}

void ProblemRows::follow(const std::vector<Problem>& problems, std::size_t chosen, float width,
                         bool is_typing) {
    const WithType type(Type::Small);
    std::vector<Row> rows;
    for (std::size_t i = 0; i < problems.size(); ++i) {
        const Problem& problem = problems[i];
        const bool is_told = problem.severity != Severity::Note && rows.size() < kRowsShown;
        if ((is_told || i == chosen) && (!is_typing || is_shown(problem)))
            rows.push_back({problem, layout_of(problem, width).height});
    }
    stable_sort(rows, [](const Row& a, const Row& b) { return a.problem.line < b.problem.line; });
    rows_ = std::move(rows);
    width_ = width;
}

std::vector<LineInsert> ProblemRows::inserts() const {
    std::vector<LineInsert> inserts;
    for (const Row& row : rows_) inserts.push_back({row.problem.line, row.height});
    return inserts;
}

std::optional<QuickFix> ProblemRows::draw(ImVec2 low, ImVec2 high, float top, const LineMap& map) const {
    const WithType type(Type::Small);
    std::optional<QuickFix> pressed;
    ImGui::PushClipRect(low, high, true);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const auto& [problem, height] = rows_[i];
        const float row_top = top + map.top_of_insert(i);
        if (row_top > high.y || row_top + height < low.y) continue;
        const RowLayout layout = layout_of(problem, width_);
        draw_words(problem, layout, {low.x, row_top}, {high.x, row_top + height});
        if (problem.fix && draw_fix(i, problem, layout, {low.x, row_top}, low.x + width_))
            pressed = problem.fix;
    }
    ImGui::PopClipRect();
    return pressed;
}

}  // namespace paramscope::app
