// Treemap and icicle: areas in proportion, nothing overlaps, nothing leaves its frame, whatever the weights.
#include "app/document/layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace paramscope::app {
namespace THIS_FILE {

constexpr Box kArea{10, 20, 400, 300};

/// A root with these children, each a leaf.
Weights flat(const std::vector<double>& children) {
    Weights weights{{0}, {static_cast<std::uint32_t>(children.size() + 1)}, {0}};
    for (std::size_t i = 0; i < children.size(); ++i) {
        weights.of.push_back(children[i]);
        weights.of[0] += children[i];
        weights.end.push_back(static_cast<std::uint32_t>(i + 2));
        weights.depth.push_back(1);
    }
    return weights;
}

/// A random tree whose nodes weigh what their children do, and sometimes more.
Weights random_tree(unsigned seed, std::size_t nodes) {
    std::mt19937 random(seed);
    Weights weights;
    std::vector<std::uint32_t> parent(nodes, 0);
    for (std::uint32_t i = 0; i < nodes; ++i) {
        std::uint32_t up = i == 0 ? 0 : i - 1;
        for (unsigned climb = random() % 4; climb > 0 && up > 0; --climb) up = parent[up];
        parent[i] = up;
        weights.depth.push_back(i == 0 ? 0 : weights.depth[up] + 1);
        weights.of.push_back(random() % 3 == 0 ? 0 : std::pow(10.0, random() % 12));
        weights.end.push_back(i + 1);
    }
    for (auto i = static_cast<std::uint32_t>(nodes); i-- > 1;) {
        weights.of[parent[i]] += weights.of[i];
        weights.end[parent[i]] = std::max(weights.end[parent[i]], weights.end[i]);
    }
    return weights;
}

double area(const Box& box) {
    return static_cast<double>(box.w) * box.h;
}

bool overlap(const Box& a, const Box& b) {
    constexpr float kCrumb = 1e-3f;
    return !a.is_empty() && !b.is_empty() && a.x + a.w > b.x + kCrumb && b.x + b.w > a.x + kCrumb &&
           a.y + a.h > b.y + kCrumb && b.y + b.h > a.y + kCrumb;
}

bool is_inside(const Box& inner, const Box& outer) {
    constexpr float kCrumb = 1e-2f;
    return inner.x >= outer.x - kCrumb && inner.y >= outer.y - kCrumb &&
           inner.x + inner.w <= outer.x + outer.w + kCrumb && inner.y + inner.h <= outer.y + outer.h + kCrumb;
}

void expect_sound(const Weights& weights, const std::vector<Box>& boxes, bool children_inside) {
    for (std::uint32_t node = 0; node < boxes.size(); ++node) {
        ASSERT_TRUE(std::isfinite(boxes[node].x + boxes[node].y + boxes[node].w + boxes[node].h)) << node;
        if (weights.end[node] == node + 1) continue;
        std::vector<std::uint32_t> children;
        for (std::uint32_t child = node + 1; child < weights.end[node]; child = weights.end[child]) {
            if (boxes[child].is_empty()) continue;
            ASSERT_FALSE(boxes[node].is_empty()) << child;
            if (children_inside) {
                ASSERT_TRUE(is_inside(boxes[child], boxes[node])) << child;
            }
            for (const std::uint32_t other : children)
                ASSERT_FALSE(overlap(boxes[child], boxes[other])) << child;
            children.push_back(child);
        }
    }
}

TEST(Treemap, AreasAreInProportion) {
    const std::vector<double> children = {6, 6, 4, 3, 2, 2, 1};
    std::vector<Box> boxes;
    std::vector<Rest> rests;
    const Weights weights = flat(children);
    lay_out_treemap(weights, 0, kArea, {}, boxes, rests);
    for (std::size_t i = 0; i < children.size(); ++i) {
        EXPECT_NEAR(area(boxes[i + 1]) / area(kArea), children[i] / 24, 1e-5) << i;
    }
    expect_sound(weights, boxes, true);
}

TEST(Treemap, PiecesAreNearlySquare) {
    std::vector<Box> boxes;
    std::vector<Rest> rests;
    lay_out_treemap(flat(std::vector<double>(20, 1)), 0, kArea, {}, boxes, rests);
    for (std::size_t i = 1; i < boxes.size(); ++i) {
        EXPECT_LT(std::max(boxes[i].w / boxes[i].h, boxes[i].h / boxes[i].w), 2.5f) << i;
    }
}

TEST(Treemap, LeavesRoomForWhatIsTheParentsOwn) {
    Weights weights = flat({1, 1});
    weights.of[0] = 4;
    std::vector<Box> boxes;
    std::vector<Rest> rests;
    lay_out_treemap(weights, 0, kArea, {}, boxes, rests);
    EXPECT_NEAR(area(boxes[1]) / area(kArea), 0.25, 1e-5);
    EXPECT_NEAR(area(boxes[2]) / area(kArea), 0.25, 1e-5);
}

TEST(Treemap, IsSoundForRandomTrees) {
    for (unsigned seed = 0; seed < 30; ++seed) {
        const Weights weights = random_tree(seed, 400);
        std::vector<Box> boxes;
        std::vector<Rest> rests;
        lay_out_treemap(weights, 0, kArea, {2, 14, 3}, boxes, rests);
        expect_sound(weights, boxes, true);
        lay_out_icicle(weights, 0, kArea, 20, 0.5f, boxes, rests);
        expect_sound(weights, boxes, false);
    }
}

TEST(Treemap, IsBoundedForExtremes) {
    const std::vector<std::vector<double>> cases = {
        {}, {0}, {0, 0, 0}, {1e60, 1}, {1e60, 1e60, 1e-30}, {1e-300, 1e-300}, {1, 0, 1e30}};
    for (const std::vector<double>& children : cases) {
        const Weights weights = flat(children);
        std::vector<Box> boxes;
        std::vector<Rest> rests;
        lay_out_treemap(weights, 0, kArea, {2, 14, 3}, boxes, rests);
        expect_sound(weights, boxes, true);
        lay_out_icicle(weights, 0, kArea, 20, 0, boxes, rests);
        expect_sound(weights, boxes, false);
    }
    std::vector<Box> boxes;
    std::vector<Rest> rests;
    lay_out_treemap(flat({1}), 0, {}, {}, boxes, rests);
    EXPECT_TRUE(boxes[1].is_empty());
    lay_out_treemap(flat({1}), 7, kArea, {}, boxes, rests);
    lay_out_treemap({}, 0, kArea, {}, boxes, rests);
    EXPECT_TRUE(boxes.empty());
}

TEST(Treemap, ShowsNothingInsideWhatIsTooSmall) {
    Weights weights{{4, 3, 3}, {3, 3, 3}, {0, 1, 2}};
    std::vector<Box> boxes;
    std::vector<Rest> rests;
    lay_out_treemap(weights, 0, {0, 0, 10, 10}, {0, 0, 50}, boxes, rests);
    EXPECT_FALSE(boxes[0].is_empty());
    EXPECT_TRUE(boxes[1].is_empty());
}

TEST(Treemap, PutsNoFrameAroundASingleOther) {
    Weights weights{{4, 4, 3, 1}, {4, 4, 3, 4}, {0, 1, 2, 2}};
    std::vector<Box> boxes;
    std::vector<Rest> rests;
    lay_out_treemap(weights, 0, kArea, {2, 14, 3}, boxes, rests);
    EXPECT_EQ(boxes[1], boxes[0]);
    EXPECT_GT(boxes[2].y, boxes[1].y + 13);
}

TEST(Treemap, ShowsOnlyTheSubtree) {
    Weights weights{{4, 2, 1, 1, 2}, {5, 4, 3, 4, 5}, {0, 1, 2, 2, 1}};
    std::vector<Box> boxes;
    std::vector<Rest> rests;
    lay_out_treemap(weights, 1, kArea, {}, boxes, rests);
    EXPECT_EQ(boxes[1], kArea);
    EXPECT_TRUE(boxes[0].is_empty());
    EXPECT_TRUE(boxes[4].is_empty());
    EXPECT_NEAR(area(boxes[2]), area(kArea) / 2, 1);
}

TEST(Icicle, WidthsAreInProportionAndLevelsStack) {
    Weights weights{{4, 1, 0.5, 2}, {4, 3, 3, 4}, {0, 1, 2, 1}};
    std::vector<Box> boxes;
    std::vector<Rest> rests;
    lay_out_icicle(weights, 0, kArea, 20, 0, boxes, rests);
    EXPECT_EQ(boxes[0], (Box{10, 20, 400, 20}));
    EXPECT_EQ(boxes[1], (Box{10, 40, 100, 20}));
    EXPECT_EQ(boxes[2], (Box{10, 60, 50, 20}));
    EXPECT_EQ(boxes[3], (Box{110, 40, 200, 20}));
    lay_out_icicle(weights, 0, {0, 0, 400, 30}, 20, 0, boxes, rests);
    EXPECT_EQ(boxes[1].h, 10);
    EXPECT_TRUE(boxes[2].is_empty());
}

TEST(Icicle, GivesAPassageNoLevelOfItsOwn) {
    // The root, all of which but 1 % is a chain of two modules, the inner of which has two halves.
    Weights weights{{100, 99, 98, 49, 49, 1}, {6, 5, 5, 4, 5, 6}, {0, 1, 2, 3, 3, 1}};
    std::vector<Box> boxes;
    std::vector<Rest> rests;
    lay_out_icicle(weights, 0, {0, 0, 100, 60}, 20, 0, boxes, rests);
    EXPECT_EQ(boxes[0], (Box{0, 0, 100, 20}));
    EXPECT_EQ(boxes[1], (Box{0, 20, 99, 20}));
    EXPECT_EQ(boxes[2], (Box{0, 20, 98, 20}));
    EXPECT_EQ(boxes[3], (Box{0, 40, 49, 20}));
    EXPECT_EQ(boxes[4], (Box{49, 40, 49, 20}));
    EXPECT_EQ(boxes[5], (Box{99, 20, 1, 20}));
    EXPECT_EQ(icicle_levels(weights, 0), 3u);
    EXPECT_EQ(icicle_levels(weights, 1), 3u) << "a root has a level in any case";
    EXPECT_EQ(icicle_levels(weights, 3), 1u);
}

TEST(NodeAt, FindsTheDeepest) {
    Weights weights{{4, 1, 0.5, 2}, {4, 3, 3, 4}, {0, 1, 2, 1}};
    const std::vector<std::uint32_t> all = {0, 1, 2, 3};
    std::vector<Box> boxes;
    std::vector<Rest> rests;
    lay_out_icicle(weights, 0, kArea, 20, 0, boxes, rests);
    EXPECT_EQ(node_at(all, boxes, 15, 65), 2u);
    EXPECT_EQ(node_at(all, boxes, 150, 45), 3u);
    EXPECT_EQ(node_at(all, boxes, 150, 25), 0u);
    EXPECT_EQ(node_at(all, boxes, 150, 75), UINT32_MAX);
    lay_out_treemap(weights, 0, kArea, {}, boxes, rests);
    for (std::uint32_t node = 2; node < 4; ++node) {
        const Box& box = boxes[node];
        EXPECT_EQ(node_at(all, boxes, box.x + box.w / 2, box.y + box.h / 2), node);
    }
    EXPECT_EQ(node_at(all, boxes, 0, 0), UINT32_MAX);
}

std::size_t boxes_of(const std::vector<Box>& boxes) {
    return static_cast<std::size_t>(
        std::count_if(boxes.begin(), boxes.end(), [](const Box& box) { return !box.is_empty(); }));
}

TEST(Rests, HoldWhatIsTooSmallToBeToldApart) {
    std::vector<double> children(1'000'000, 1);
    children[5] = 1'000'000;
    children[7] = 2;
    const Weights weights = flat(children);
    std::vector<Box> boxes;
    std::vector<Rest> rests;
    lay_out_treemap(weights, 0, kArea, {0, 0, 0, 0.5f}, boxes, rests);
    EXPECT_EQ(boxes_of(boxes), 2u) << "the root and the one that is large";
    ASSERT_EQ(rests.size(), 1u);
    EXPECT_EQ(rests[0].like, 8u);
    EXPECT_NEAR(area(rests[0].box) / area(kArea), 0.5, 1e-3);
    EXPECT_FALSE(overlap(rests[0].box, boxes[6]));

    lay_out_icicle(weights, 0, kArea, 20, 0.5f, boxes, rests);
    EXPECT_EQ(boxes_of(boxes), 2u);
    EXPECT_LE(rests.size(), 202u) << "a pixel each";
    double width = 0;
    for (const Rest& rest : rests) width += rest.box.w;
    EXPECT_NEAR(width, kArea.w / 2, 0.1);
}

TEST(Rests, AreNoneWhereAllHaveRoom) {
    std::vector<Box> boxes;
    std::vector<Rest> rests;
    const Weights weights = flat({3, 2, 1});
    lay_out_treemap(weights, 0, kArea, {2, 14, 3, 0.5f}, boxes, rests);
    EXPECT_TRUE(rests.empty());
    lay_out_icicle(weights, 0, kArea, 20, 0.5f, boxes, rests);
    EXPECT_TRUE(rests.empty());
}

}  // namespace
}  // namespace paramscope::app
