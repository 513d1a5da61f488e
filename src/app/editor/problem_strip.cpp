#include "app/editor/problem_strip.h"

#include <imgui_internal.h>

#include <cmath>
#include <string>

#include "app/editor/problem_rows.h"
#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "base/concat.h"

namespace paramscope::app {
namespace {

/// The words for a number of problems of one severity.
struct CountWords {
    Severity severity;
    Word one, many;
};
constexpr CountWords kCounts[] = {
    {Severity::Error, "one_error", "count_errors"},
    {Severity::Warning, "one_warning", "count_warnings"},
    {Severity::Note, "one_note", "count_notes"},
};

std::string words_for(const CountWords& row, std::size_t count) {
    return count == 1 ? std::string(word(row.one)) : word(row.many, {{"count", std::to_string(count)}});
}

/// "1 error · 2 notes".
std::string summary(const ProblemList& problems) {
    std::string words;
    for (const CountWords& row : kCounts) {
        const std::size_t count = problems.count(row.severity);
        if (count > 0) words += concat(words.empty() ? "" : " · ", words_for(row, count));
    }
    return words;
}

/// Moves the cursor to `top`, and clears the line's baseline: ImGui adds that to text, but not to dots.
void go_to(float top) {
    ImGui::SetCursorPosY(top);
    ImGui::GetCurrentWindow()->DC.CurrLineTextBaseOffset = 0;
}

/// The top of words beside what the line already has; in the middle of the window where it has nothing.
float top_of_words() {
    const ImGuiWindow& window = *ImGui::GetCurrentWindow();
    if (window.DC.IsSameLine) return ImGui::GetCursorPosY() + window.DC.CurrLineTextBaseOffset;
    return std::floor((ImGui::GetWindowHeight() - ImGui::GetTextLineHeight()) * 0.5f);
}

/// Draws the counts, each with a dot in the colour of its severity.
void draw_counts(const ProblemList& problems, float top) {
    const Undescribed piece_by_piece;
    bool is_first = true;
    for (const CountWords& row : kCounts) {
        const std::size_t count = problems.count(row.severity);
        if (count == 0) continue;
        if (!is_first) ImGui::SameLine(0, unit(2));
        is_first = false;
        go_to(top);
        dot(severity_colour(row.severity));
        go_to(top);
        text(words_for(row, count), severity_colour(row.severity));
    }
}

/// Describes the problems where the strip is: in the text they are only drawn.
void describe_problems(const ProblemList& problems, ImRect place) {
    const auto tell = [&place](std::string_view words) {
        ImGui::ItemAdd(place, 0);
        describe(Aria::Text, words);
        place.Translate({1, 0});  // told apart by their places
    };
    for (const Problem& problem : problems.shown())
        tell(problem.place.empty()
                 ? problem.message
                 : word("problem_at", {{"message", problem.message}, {"place", problem.place}}));
    const std::size_t shown = problems.shown().size();
    if (problems.count() > shown)
        tell(word("and_more", {{"count", std::to_string(problems.count() - shown)}}));
}

}  // namespace

bool draw_problem_strip(const ProblemList& problems) {
    if (problems.count() == 0) return false;
    const WithType type(Type::Small);
    const Group region(Aria::Region, word("problems"));
    const float top = top_of_words();
    const ImVec2 at{ImGui::GetCursorPosX(), top};
    draw_counts(problems, top);
    const ImVec2 end = ImGui::GetItemRectMax();
    ImGui::SetCursorPos(at);
    const ImVec2 start = ImGui::GetCursorScreenPos();
    const bool is_pressed =
        ImGui::InvisibleButton("next problem", {end.x - start.x + unit(1), end.y - start.y});
    describe(Aria::Button, summary(problems), {.hint = word("next_problem")});
    if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    tooltip(word("next_problem"));
    describe_problems(problems, {start, end});
    return is_pressed;
}

}  // namespace paramscope::app
