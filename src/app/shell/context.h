// What every panel may reach: the workspace, a word to the person, and the marks that scripts steer by.
#pragma once

#include <imgui.h>

#include <string>
#include <string_view>
#include <vector>

#include "app/document/state.h"
#include "app/document/tree_rows.h"

namespace paramscope::app {

/// A short message that goes away by itself.
class Notice {
  public:
    void show(std::string words);
    void draw();

  private:
    std::string words_;
    double until_ = 0;
};

/// Where named controls are, in CSS pixels, so that a script can point at them.
class Places {
  public:
    struct Place {
        std::string name;
        ImVec2 low;
        ImVec2 high;
    };

    void clear() { places_.clear(); }
    /// Names the last item.
    void mark(std::string name);
    const std::vector<Place>& all() const { return places_; }

  private:
    std::vector<Place> places_;
};

/// What opens over the panes.
enum class DialogKind {
    None,
    Gallery,  ///< the shipped models
    Export,   ///< the report in a format
    Compare,  ///< two models side by side
    Help,     ///< the keys
};

/// What the panels share.
struct Context {
    Workspace workspace;
    TreeRows tree;
    Notice notice;
    Places places;
    std::size_t pointed =
        SIZE_MAX;  ///< the module under the pointer, in a row or a picture; of the last frame
    std::size_t pointing = SIZE_MAX;   ///< the same, as far as this frame has come
    DialogKind wanted = DialogKind::None;  ///< the dialog that somebody asks for
    bool scroll_to_selection = false;      ///< the tree shall bring the chosen module into view

    /// True once when that dialog is asked for.
    bool takes(DialogKind kind);
};

/// Chooses a module and opens what hides it.
void reveal(Context& context, std::size_t node);

/// Copies `words` and says so.
void copy(Context& context, std::string_view words, std::string_view what);

}  // namespace paramscope::app
