// What stands over the tree: filter, units, how deep it is open, which columns there are.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/shell/context.h"
#include "app/tree/tree_cells.h"

namespace paramscope::app {

class TreeToolbar {
  public:
    void draw(Context& context);

    /// How numbers are shown: as chosen, else what the room allows.
    Units units() const;
    bool shows(int column) const { return (hidden_columns_ >> column & 1) == 0; }
    /// The filter shall have the keyboard.
    void focus_filter() { wants_filter_ = true; }

  private:
    void draw_buttons(Context& context);
    void draw_column_menu();
    void draw_focus(Context& context);

    std::optional<Units> units_;
    std::uint32_t hidden_columns_ = 1u << kBuffers | 1u << kMacs;
    std::string filter_;
    bool wants_filter_ = false;
};

}  // namespace paramscope::app
