// The editor of the model text or source code: line numbers, a bar in the colour of each line's module, what
// is wrong in rows under the lines concerned, and below all a line that counts it.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <optional>

#include "app/editor/code_field.h"
#include "app/editor/code_lines.h"
#include "app/editor/line_map.h"
#include "app/editor/line_modules.h"
#include "app/editor/problem_list.h"
#include "app/editor/problem_rows.h"
#include "app/panel/context.h"

namespace paramscope::app {

class EditorPanel {
  public:
    /// Draws into the remaining space.
    void draw(Context& context);

    /// True while the text has the keyboard focus.
    bool is_edited() const { return is_edited_; }

  private:
    void draw_views(const Workspace& workspace);
    void follow_text(Context& context);
    void follow_selection(const Workspace& workspace);
    void follow_problems(const Workspace& workspace, float width);
    void fold(const Workspace& workspace);
    std::size_t folded_lines() const { return is_folded_ ? comment_ : 0; }
    void open_comment_at(std::optional<std::size_t> caret);
    const std::vector<Problem>& shown_problems() const;
    bool is_typing() const;
    void draw_editor(Context& context, float height);
    void take_changes(Context& context, bool is_changed);
    void select_at_click(Context& context);
    void scroll();
    bool follow_modules(Context& context);
    void draw_over(Context& context, float left, float gutter);
    void draw_fold_button();
    void draw_foot(const Context& context, float height);
    void show_next_problem();
    void show_first_problem(const Workspace& workspace);

    CodeLines lines_;
    CodeField field_;
    LineMap map_;
    LineModules modules_;
    ProblemList problems_;
    ProblemRows rows_;
    std::size_t chosen_ = SIZE_MAX;  ///< the problem that was asked for; it has a row, even if it is a note
    std::size_t comment_ = 0;        ///< lines of the comment at the beginning of a shipped model
    bool is_folded_ = false;         ///< that comment is shown as one line
    std::uint64_t text_generation_ =
        0;  ///< generation of the workspace's text, or report, when it was copied
    std::uint64_t model_generation_ = 0;  ///< generation of the workspace's model at that time
    std::optional<std::size_t> changed_;  ///< position where the text was changed from outside
    int view_ = 0;                        ///< of source code: the code, or the model text that it builds
    bool is_behind_ = false;              ///< shows an earlier text for a frame
    bool shows_built_ = false;            ///< the text is the model text that source code builds
    bool is_edited_ = false;
    bool rewind_ = false;              ///< scroll to the beginning: the text was replaced
    bool is_unseen_ = false;           ///< the text is new, and nobody has changed it or looked at a problem
    double typed_at_ = -1;             ///< time of the last change by the keyboard
    std::uint32_t selected_line_ = 0;  ///< of source code, which makes the selected module, from 1; 0: none
    std::optional<std::uint32_t>
        wanted_line_;  ///< scroll to this line, from 1, or to the rows above the first
};

}  // namespace paramscope::app
