// Lays out a directed graph in layers, from top to bottom or from left to right.
//
// The method of Sugiyama, Tagawa and Toda (1981), "Methods for visual understanding of hierarchical system
// structures": layers by longest paths, a bend for each layer that a long edge crosses, barycentre sweeps
// against crossings; then places across by least squares that keep the order. The longest path is the main
// chain: it is straight, and what skips parts of it runs beside it.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "formats/pictures/ink.h"

namespace paramscope {

/// Where arrows lead.
enum class Direction : std::uint8_t { Down, Right };

struct LayeredNode {
    float width = 0, height = 0;
    /// Room for the words at its arrow: to the right of where an arrow down begins, along an arrow to the
    /// right.
    float label = 0;
};

using LayeredEdge = std::pair<std::uint32_t, std::uint32_t>;  ///< from, to

struct LayeredSpacing {
    float across = 0;  ///< between neighbours of a layer
    float along = 0;   ///< between layers
};

struct LayeredLayout {
    std::vector<Box> nodes;
    /// From the side of one node that the direction leads out of to the opposite side of another.
    std::vector<std::vector<Point>> edges;
    float width = 0, height = 0;
};

/// How many layers all edges cross together, which is the size of the work: 0 for edges between neighbours.
std::size_t crossed_layers(std::size_t nodes, const std::vector<LayeredEdge>& edges);

/// The edges must have no cycle.
LayeredLayout lay_out_layers(const std::vector<LayeredNode>& nodes, const std::vector<LayeredEdge>& edges,
                             const LayeredSpacing& spacing, Direction direction = Direction::Down);

}  // namespace paramscope
