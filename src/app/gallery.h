// The gallery: the shipped models as cards, the articles' first, with their totals.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/context.h"
#include "presets/presets.h"

namespace paramscope::app {

class Gallery {
  public:
    /// Shows the gallery once `context.gallery_wanted` asks for it, until a model is picked or it is
    /// dismissed.
    void draw(Context& context);

  private:
    /// What a card says besides its title.
    struct Card {
        std::string total;
        std::string note;
    };

    void draw_contents(Context& context);
    void draw_group(Context& context, std::string_view group, std::string_view title);
    void draw_card(Context& context, std::size_t index, float width);
    void count_one();

    std::vector<std::optional<Card>> cards_;  // one a preset, counted when the gallery first shows
};

/// Opens a preset in the workspace.
void open_preset(Workspace& workspace, const Preset& preset);

/// Opens what is shown where nothing else was asked for.
void open_first_preset(Workspace& workspace);

}  // namespace paramscope::app
