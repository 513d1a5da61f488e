// The gallery: the shipped models as cards, the articles' first, with their totals.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/document/open_preset.h"
#include "app/panel/context.h"

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
    bool is_found(std::size_t index) const;
    void count_one();

    std::vector<std::optional<Card>> cards_;  // one per preset, counted when the gallery first opens
    std::string search_;
    bool wants_search_ = false;
    std::size_t first_found_ = SIZE_MAX;  // the card that Enter opens
};

}  // namespace paramscope::app
