// Defines the state shared by all panels: the workspace, the visible rows of the tree, and the notice.
#pragma once

#include <imgui.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/state.h"
#include "app/document/tree_rows.h"
#include "app/document/weighed_report.h"

namespace paramscope::app {

/// A short message that disappears by itself.
class Notice {
  public:
    void show(std::string words);
    void draw();

  private:
    std::string words_;
    double until_ = 0;
};

/// Spreads the work that a large text or report makes over frames: one step in each.
class Steps {
  public:
    /// True when a step may be taken in this frame, which it then is; else another frame is requested.
    bool may();
    /// The same for a step that is short where the report is small.
    bool may(const Report& report);

  private:
    int frame_ = -1;  ///< in which the last step was taken
};

/// Kinds of dialogs.
enum class DialogKind {
    None,
    Gallery,  ///< the shipped models
    Export,   ///< the report in a format
    Compare,  ///< two models side by side
    Help,     ///< the keys
};

/// How the text of the present model was read when it was opened.
struct Readings {
    std::vector<std::string> formats;  ///< that it can be read as, the one chosen first
    std::uint64_t model_generation = 0;

    bool is_of(const Workspace& workspace) const {
        return !formats.empty() && model_generation == workspace.versions().model;
    }
};

/// State shared by the panels.
struct Context {
    Workspace workspace;
    TreeRows tree;
    WeighedReport weights;
    Steps steps;
    Notice notice;
    Readings readings;
    /// The colour of a module's part, by its index in the report: of the bar beside its line in the editor,
    /// which has none without this function, or where it gives 0.
    std::function<ImU32(std::size_t node)> part_colour;
    /// The module under the pointer, in a row or a picture, in the last frame.
    std::size_t pointed = SIZE_MAX;
    std::size_t pointing = SIZE_MAX;  ///< the same, of the frame being built
    /// The modules that the term under the pointer comes from, in print order, in the last frame.
    std::vector<std::uint32_t> highlighted;
    std::vector<std::uint32_t> highlighting;  ///< the same, of the frame being built
    DialogKind wanted = DialogKind::None;     ///< the dialog to open
    std::optional<Document> other;            ///< the model to compare with, until the dialog takes it
    bool is_comparing = false;                ///< what is opened becomes the model to compare with
    bool wants_before = false;                ///< the comparison is with the model before its sliders moved
    bool scroll_to_selection = false;         ///< the tree scrolls to the selected module

    /// True once when that dialog is requested.
    bool takes(DialogKind kind);
};

/// Selects a module and expands its ancestors.
void reveal(Context& context, std::size_t node);

/// Copies `words` and shows a notice.
void copy(Context& context, std::string_view words, std::string_view what);

}  // namespace paramscope::app
