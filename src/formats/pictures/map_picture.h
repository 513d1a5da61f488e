// Draws the map of a model: columns of its layers, true to scale, with each part in its colour.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "count/cost/model_map.h"
#include "formats/pictures/picture_style.h"

namespace paramscope {

/// The layers of a map: of more, neighbours share one.
inline constexpr std::size_t kMostMapLayers = 50'000;

/// How a map looks.
struct MapStyle : PictureStyle {
    float width = 960;
    float height = 120;
    std::size_t track = 0;                  ///< what is drawn, a Track
    Colour plate = 0;                       ///< behind the columns of a group
    std::string_view each = "{cost} each";  ///< the words for what one copy has
    /// The modules that stand out, the first and the one behind the last of each range; none: all do.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> marked = {};
};

/// Where the columns of a map are. What would be lower than half a pixel is left out.
class MapLayout {
  public:
    MapLayout(const ModelMap& map, const MapStyle& style);

    /// A column that is shown, with all its copies.
    struct Place {
        std::size_t column = 0;  ///< of ModelMap::columns
        float x = 0, width = 0;
    };
    /// A group with columns that are shown.
    struct GroupPlace {
        std::size_t group = 0;           ///< of ModelMap::groups
        std::size_t first = 0, end = 0;  ///< of places()
        float x = 0, width = 0;
    };

    const std::vector<Place>& places() const { return places_; }
    const std::vector<GroupPlace>& groups() const { return groups_; }
    /// The box of a part of one copy; `below`: the cost of the parts under it.
    Box share(const Place& place, std::size_t copy, double below, double cost) const;
    /// How many copies of a column are drawn one by one; 1 for so many that they are drawn as one.
    std::size_t drawn_copies(const Place& place) const;
    float top() const { return top_; }
    float axis() const { return axis_; }
    /// The module at a point: the part of a column, above it the column; nullopt beside all.
    std::optional<std::uint32_t> module_at(float x, float y) const;

  private:
    double cost(const MapColumn& column) const { return column.costs[track_]; }
    void place_columns(float width);

    const ModelMap& map_;
    std::size_t track_ = 0;
    float top_ = 0, axis_ = 0;
    float step_ = 0;  ///< width of one copy
    std::vector<Place> places_;
    std::vector<GroupPlace> groups_;
};

void draw_map(const Report& report, const ModelMap& map, const MapStyle& style, Ink& ink);

}  // namespace paramscope
