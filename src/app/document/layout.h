// Where the rectangles of a tree lie: a squarified treemap, and an icicle. Pure functions of weights.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "app/document/measure.h"

namespace paramscope::app {

struct Box {
    float x = 0;
    float y = 0;
    float w = 0;
    float h = 0;

    bool is_empty() const { return w <= 0 || h <= 0; }
    bool contains(float px, float py) const { return px >= x && py >= y && px < x + w && py < y + h; }
    friend bool operator==(const Box&, const Box&) = default;
};

/// What a treemap leaves for the frames of modules around others.
struct Frames {
    float edge = 0;      ///< around the children
    float heading = 0;   ///< above them besides, where the box is large enough to be worth it
    float smallest = 0;  ///< a box with a side below this shows nothing inside
    float least = 0;     ///< area: what would have less has no box of its own
};

/// The place of siblings too small to be told apart; their own boxes are empty. However many modules there are,
/// boxes and rests are only as many as an area has room for.
struct Rest {
    std::uint32_t like = 0;  ///< the heaviest of them
    Box box;
};

/// Boxes of `root` and all below it, inside `area`; every other node's box is empty. Children fill their
/// parent's inside in proportion to their weights, what the parent has of its own being left free; a single
/// child without anything beside it has its parent's box. Boxes of siblings never overlap, and none leaves
/// its parent's.
void lay_out_treemap(const Weights& weights, std::uint32_t root, const Box& area, const Frames& frames,
                     std::vector<Box>& boxes, std::vector<Rest>& rests);

/// The same as levels from the top: each node below its parent, as wide as its share of it. A level is `row`
/// high; boxes below the area's end, and narrower than `smallest`, are empty.
void lay_out_icicle(const Weights& weights, std::uint32_t root, const Box& area, float row, float smallest,
                    std::vector<Box>& boxes, std::vector<Rest>& rests);

/// The last of `nodes` whose box holds a point: the deepest, in print order. UINT32_MAX when there is none.
std::uint32_t node_at(std::span<const std::uint32_t> nodes, const std::vector<Box>& boxes, float x, float y);

}  // namespace paramscope::app
