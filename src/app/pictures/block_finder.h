// Finds boxes of the block diagram by the tree's filter, and has a field for it over the picture.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/panel/context.h"
#include "formats/pictures/diagram/diagram.h"

namespace paramscope::app {

class BlockFinder {
  public:
    /// A box, and the first module in it that matches.
    struct Match {
        std::size_t box = 0;
        std::uint32_t module = 0;
    };

    void open() { is_open_ = wants_focus_ = true; }
    /// Closes the field and removes the filter; false when it was not open.
    bool close(Context& context);
    /// Draws the field at the upper right of a picture. The match to go to when Enter was pressed.
    std::optional<Match> draw(Context& context, ImVec2 corner, ImVec2 size);
    /// Finds the matches of the filter anew after `diagram` was laid out (`is_new`) or the filter has
    /// changed: the first match of another filter.
    std::optional<Match> update(Context& context, const Diagram& diagram, bool is_new);
    const std::vector<Match>& matches() const { return matches_; }

  private:
    std::optional<Match> next();

    std::vector<Match> matches_;  ///< by box
    std::size_t place_ = 0;       ///< the match that is looked at
    std::string filter_;
    bool is_open_ = false;
    bool wants_focus_ = false;
};

}  // namespace paramscope::app
