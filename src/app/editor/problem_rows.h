// The rows of the text that say what is wrong with the line above.
#pragma once

#include <imgui.h>

#include <optional>
#include <vector>

#include "app/editor/line_map.h"
#include "app/editor/problem_list.h"

namespace paramscope::app {

/// The colour of what is said about problems of a severity.
ImU32 severity_colour(Severity severity);

/// Rows in the order of their lines. Notes have one only where they are chosen.
class ProblemRows {
  public:
    /// Chooses the problems that have rows, in a text of some width. While somebody types, no row appears:
    /// half a line is no mistake.
    void follow(const std::vector<Problem>& problems, std::size_t chosen, float width, bool is_typing);

    std::vector<LineInsert> inserts() const;
    /// Draws the rows that are in view between two corners, in a text whose first line is at `top`. Returns
    /// the fix whose button was pressed.
    std::optional<QuickFix> draw(ImVec2 low, ImVec2 high, float top, const LineMap& map) const;

  private:
    struct Row {
        Problem problem;
        float height = 0;
    };

    bool is_shown(const Problem& problem) const;

    std::vector<Row> rows_;
    float width_ = 0;
};

}  // namespace paramscope::app
