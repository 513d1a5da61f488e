// The map of a model: its layers one after the other, true to scale, a repeated one once for each copy.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "count/cost/strip.h"
#include "count/report/parts.h"

namespace paramscope {

/// What one part of a layer costs.
struct MapShare {
    std::string_view part;   ///< as Parts names it
    std::uint32_t node = 0;  ///< the smallest module that holds it
    LayerCosts costs{};      ///< of one copy of its column, of copies that differ their mean
};

/// Equal layers that follow each other.
struct MapColumn {
    std::uint32_t node = 0;
    double copies = 1;             ///< how many of it the model holds; 1 where that is unknown
    std::vector<MapShare> shares;  ///< in the order of their first layers
    LayerCosts costs{};            ///< the sum of its shares
};

/// Columns that are in one list: the blocks of a stage.
struct MapGroup {
    std::uint32_t node = 0;          ///< the module around them
    std::size_t first = 0, end = 0;  ///< of ModelMap::columns
};

struct ModelMap {
    std::vector<MapColumn> columns;
    std::vector<MapGroup> groups;  ///< all columns, in order; one that is alone is a group, too
    LayerCosts total{};            ///< of all copies
    LayerCosts highest{};          ///< of a copy of each column
};

/// Joins the layers of a strip, which has none that share a bar, to columns: the layers of a Transformer; of
/// other networks the smallest modules of several layers that stand beside others of their type; else single
/// layers.
ModelMap map_of(const Report& report, const Strip& strip, const Parts& parts);

}  // namespace paramscope
