// Lays out the rectangles of a tree as a squarified treemap or an icicle. Pure functions of weights.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "count/report/measure.h"
#include "formats/pictures/ink.h"

namespace paramscope::app {

/// Space that a treemap reserves for the frames of modules with children.
struct Frames {
    float edge = 0;      ///< around the children
    float heading = 0;   ///< additional space above the children, in boxes that are large enough
    float smallest = 0;  ///< a box with a shorter side shows no children
    float least = 0;     ///< smallest area of a box
};

/// The area of siblings too small to distinguish; their own boxes are empty. The number of boxes and rests is
/// limited by the area, however many modules there are.
struct Rest {
    std::uint32_t like = 0;  ///< the heaviest of these siblings
    Box box;
};

/// Lays out `root` and its descendants inside `area`; every other node's box is empty. Children fill their
/// parent's inside in proportion to their weights, leaving space for the parent's own weight; an only child
/// of a parent without own weight gets its parent's box. Boxes of siblings never overlap, and none leaves its
/// parent's.
void lay_out_treemap(const Weights& weights, std::uint32_t root, const Box& area, const Frames& frames,
                     std::vector<Box>& boxes, std::vector<Rest>& rests);

/// True for a module of which one child has at least 96 % of the weight: an icicle gives it no own level.
bool has_dominant_child(const Weights& weights, std::uint32_t node);

/// The number of levels of an icicle below `root`, that of `root` included.
std::uint32_t icicle_levels(const Weights& weights, std::uint32_t root);

/// Lays out the tree in levels from the top: each node below its parent, with a width in proportion to its
/// weight. The children of a module with a dominant child, other than `root`, are laid out
/// in its level, over its box. A level is `row`
/// high; boxes below the area's end, or narrower than `smallest`, are empty.
void lay_out_icicle(const Weights& weights, std::uint32_t root, const Box& area, float row, float smallest,
                    std::vector<Box>& boxes, std::vector<Rest>& rests);

/// The last of `nodes` whose box contains a point: the deepest, in print order. UINT32_MAX for none.
std::uint32_t node_at(std::span<const std::uint32_t> nodes, const std::vector<Box>& boxes, float x, float y);

}  // namespace paramscope::app
