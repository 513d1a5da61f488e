// The editor of the model text, with line numbers and diagnostics below.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "app/panel/context.h"

struct ImGuiWindow;

namespace paramscope::app {

class EditorPanel {
  public:
    /// Draws into the remaining space.
    void draw(Context& context);

    /// True while the text has the keyboard focus.
    bool is_edited() const { return is_edited_; }

  private:
    void draw_editor(Context& context, float height);
    void follow_selection(const Workspace& workspace);
    void select_at_click(Context& context, const ImGuiWindow& window, ImGuiID field);
    void scroll(ImGuiWindow& window);
    void draw_over(const Workspace& workspace, const ImGuiWindow& window, ImGuiID field, float left,
                   float gutter) const;
    void draw_problems(Context& context);
    void draw_problem(Context& context, std::size_t index);
    void draw_views(const Workspace& workspace);
    void follow_text(Context& context);
    void take_text(SharedText text);
    void find_marks();
    float problems_height(const Workspace& workspace) const;
    float steady_problems_height(const Workspace& workspace);

    SharedText text_;  ///< the text being edited, or the model text of a source
    std::uint64_t text_generation_ =
        0;  ///< generation of the workspace's text, or report, when text_ was copied
    std::uint64_t model_generation_ = 0;  ///< generation of the workspace's model at that time
    std::optional<std::size_t> changed_;  ///< position where text_ was changed from outside
    std::vector<std::uint32_t> line_starts_{0};
    std::vector<char> open_strings_;  ///< of source code, for each line; empty for model text
    int view_ = 0;                    ///< of source code: the code, or the model text that it builds
    bool is_code_ = false;            ///< text_ is source code
    bool is_behind_ = false;          ///< shows an earlier text for a frame
    bool shows_built_ = false;        ///< text_ is the model text that source code builds
    bool is_edited_ = false;
    bool rewind_ = false;              ///< scroll to the beginning: the text was replaced
    float problems_shown_ = 0;         ///< height for the problems that stays while somebody types
    bool keeps_caret_ = false;         ///< the editor's height changed: the caret stays in view
    double typed_at_ = -1;             ///< time of the last change by the keyboard
    float problems_tall_ = 0;          ///< height of the problems in the last frame
    std::uint32_t selected_line_ = 0;  ///< of source code, which makes the selected module, from 1; 0: none
    std::uint32_t wanted_line_ = 0;    ///< scroll to this line (from 1; 0: none)
};

}  // namespace paramscope::app
