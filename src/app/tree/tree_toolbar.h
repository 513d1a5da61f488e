// The toolbar over the tree: filter, units, expansion level, columns.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/panel/context.h"
#include "app/tree/tree_cells.h"

namespace paramscope::app {

class TreeToolbar {
  public:
    void draw(Context& context);

    /// The number format: the chosen one, else the breakpoint's default.
    Units units() const;
    bool shows(int column) const { return (hidden_columns_ >> column & 1) == 0; }
    /// True while it has a filter or a focus that a person may want to end.
    bool is_in_use(const Context& context) const {
        const TreeView& view = context.tree.view();
        return !view.filter.empty() || !view.focus.empty();
    }

  private:
    void draw_buttons(Context& context);
    void draw_column_menu();
    void draw_focus(Context& context);

    std::optional<Units> units_;
    std::uint32_t hidden_columns_ = 1u << kBuffers | 1u << kMacs | 1u << kMemory;
    std::string filter_;
};

}  // namespace paramscope::app
