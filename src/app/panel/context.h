// Defines the state shared by all panels: the workspace, the visible rows of the tree, and the notice.
#pragma once

#include <imgui.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/sliders/slider_range.h"
#include "app/document/state.h"
#include "app/document/tree_rows.h"
#include "app/document/weighed_report.h"
#include "app/panel/planned_memory.h"
#include "app/search/recent.h"
#include "app/ui/flash.h"

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

/// Tells whether what is slow to find may be found now: not in every frame of a slider or of typing.
class Pause {
  public:
    /// True where the report is short, or has been the same for a moment; else another frame is requested.
    bool is_over(const Workspace& workspace);

  private:
    std::uint64_t revision_ = 0;  ///< of the report
    double since_ = 0;            ///< when it came
};

/// Kinds of dialogs.
enum class DialogKind {
    None,
    Search,   ///< models and commands by their names
    Export,   ///< the report in a format
    Compare,  ///< two models side by side
    Help,     ///< the keys
};

/// What the inspector shows.
enum class InspectorView : std::uint8_t {
    Module,       ///< the formula of what is selected
    Memory,       ///< whether the model runs on a device
    Conventions,  ///< what other tools count
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
    PlannedMemory memory;
    Steps steps;
    Pause pause;
    Notice notice;
    Flashes flashes;
    Readings readings;
    SliderRanges ranges;
    Recent recent;
    /// The module under the pointer, in a row or a picture, in the last frame.
    std::size_t pointed = SIZE_MAX;
    std::size_t pointing = SIZE_MAX;  ///< the same, of the frame being built
    /// The modules that the term under the pointer comes from, in print order, in the last frame.
    std::vector<std::uint32_t> highlighted;
    std::vector<std::uint32_t> highlighting;   ///< the same, of the frame being built
    DialogKind wanted = DialogKind::None;      ///< the dialog to open
    std::optional<InspectorView> wanted_view;  ///< what the inspector is to show
    std::optional<Document> other;             ///< the model to compare with, until the dialog takes it
    bool is_comparing = false;                 ///< what is opened becomes the model to compare with
    bool wants_before = false;                 ///< the comparison is with the model before its sliders moved
    bool scroll_to_selection = false;          ///< the tree scrolls to the selected module
    int escape_used_at = -1;                   ///< the frame in which Escape did something
    int picture_keys_at = -2;                  ///< the frame in which a picture last had the keyboard

    /// True while letters are keys of a picture.
    bool has_picture_keys() const { return ImGui::GetFrameCount() <= picture_keys_at + 1; }
    /// True once when that dialog is requested.
    bool takes(DialogKind kind);
};

/// Selects a module and expands its ancestors.
void reveal(Context& context, std::size_t node);

/// Copies `words` and shows a notice.
void copy(Context& context, std::string_view words, std::string_view what);

/// Weighs the modules of the present report, of a large one some in each frame. True when
/// `context.weights` has the weights; otherwise a frame is requested.
bool weigh_in_steps(Context& context, Measure measure);

}  // namespace paramscope::app
