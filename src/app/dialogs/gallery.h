// The gallery: the shipped models as cards, the articles' first, with their totals.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/shell/context.h"
#include "presets/presets.h"

namespace paramscope::app {

class Gallery {
  public:
    /// Shows the gallery once it is wanted, until a model is picked or it is dismissed.
    void draw(Context& context);

  private:
    /// Parameters in layers of one family.
    struct Share {
        std::string_view family;
        double parameters = 0;
    };

    /// The content of a card below its title.
    struct Card {
        std::string parameters;
        std::string work;
        std::string note;  ///< the first sentence of the model's note
        std::vector<Share> families;
    };

    static Card card_of(const Report& report);
    static void draw_card_words(const Preset& preset, const Card* card, ImVec2 at, float width);
    static void draw_shares(const Card& card, ImVec2 at, float width);
    void draw_contents(Context& context);
    void draw_group(Context& context, std::string_view group, std::string_view title);
    void draw_card(Context& context, std::size_t index, float width);
    void take(Context& context, std::size_t index) const;
    bool is_found(std::size_t index) const;
    void count_one();

    std::vector<std::optional<Card>> cards_;  // one per preset, counted when the gallery first opens
    std::string search_;
    bool wants_search_ = false;
    std::size_t first_found_ = SIZE_MAX;  // the card that Enter opens
};

/// Opens a preset in the workspace.
void open_preset(Workspace& workspace, const Preset& preset);

/// Opens the default model.
void open_first_preset(Workspace& workspace);

}  // namespace paramscope::app
