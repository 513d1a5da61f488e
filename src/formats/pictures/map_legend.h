// The legend of a map: its parts with their colours and shares.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/pictures/map_picture.h"

namespace paramscope {

struct PartShare {
    std::string_view part;  ///< as Parts names it
    double share = 0;       ///< of the whole model
};

/// The parts of a map with their shares of what a track shows, the largest first.
std::vector<PartShare> part_shares(const ModelMap& map, std::size_t track);

/// Draws them in a line through `middle`, as many as have room. `word_of` names a part.
void draw_map_legend(const ModelMap& map, const MapStyle& style, float middle,
                     const std::function<std::string(std::string_view)>& word_of, Ink& ink);

}  // namespace paramscope
