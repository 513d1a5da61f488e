// Layers of a directed graph: edges that can be told apart.
#include "formats/pictures/diagram/layered.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

namespace paramscope {
namespace THIS_FILE {

/// The steps of a U-Net: a chain, and edges beside it from each level down to the same level up.
constexpr std::uint32_t kSteps = 12;

std::vector<LayeredEdge> unet_edges() {
    std::vector<LayeredEdge> edges;
    for (std::uint32_t i = 1; i < kSteps; ++i) {
        edges.emplace_back(i - 1, i);
        if (i >= 6 && i <= 9) edges.emplace_back(10 - i, i);
    }
    return edges;
}

/// Its layout with boxes and words of several widths.
LayeredLayout unet(std::mt19937* random) {
    std::vector<LayeredNode> nodes;
    for (std::uint32_t i = 0; i < kSteps; ++i) {
        const auto width = static_cast<float>((*random)() % 70 + 130);
        nodes.push_back({width, 45, static_cast<float>((*random)() % 20 + 125)});
    }
    return lay_out_layers(nodes, unet_edges(), {24, 33});
}

/// How far two upright pieces of lines lie on each other.
float shared(Point a, Point b, Point c, Point d) {
    if (std::abs(a.x - b.x) > 0.5f || std::abs(c.x - d.x) > 0.5f || std::abs(a.x - c.x) > 0.5f) return 0;
    return std::min(std::max(a.y, b.y), std::max(c.y, d.y)) -
           std::max(std::min(a.y, b.y), std::min(c.y, d.y));
}

float shared(const std::vector<Point>& one, const std::vector<Point>& other) {
    float longest = 0;
    for (std::size_t a = 1; a < one.size(); ++a) {
        for (std::size_t b = 1; b < other.size(); ++b)
            longest = std::max(longest, shared(one[a - 1], one[a], other[b - 1], other[b]));
    }
    return longest;
}

TEST(Layered, EdgesOfDifferentNodesShareNoUprightPiece) {
    std::mt19937 random(1);
    const std::vector<LayeredEdge> edges = unet_edges();
    for (int round = 0; round < 200; ++round) {
        const LayeredLayout layout = unet(&random);
        for (std::size_t i = 0; i < edges.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                if (edges[i].first == edges[j].first || edges[i].second == edges[j].second) continue;
                EXPECT_LT(shared(layout.edges[i], layout.edges[j]), 1) << round << ": " << i << ", " << j;
            }
        }
    }
}

TEST(Layered, EdgesLieBesideTheNodesThatTheyPass) {
    std::mt19937 random(2);
    for (int round = 0; round < 200; ++round) {
        const LayeredLayout layout = unet(&random);
        for (const std::vector<Point>& line : layout.edges) {
            for (std::size_t i = 1; i < line.size(); ++i) {
                const Point middle{(line[i - 1].x + line[i].x) / 2, (line[i - 1].y + line[i].y) / 2};
                for (const Box& node : layout.nodes) {
                    const bool is_inside = middle.x > node.x && middle.x < node.x + node.w &&
                                           middle.y > node.y && middle.y < node.y + node.h;
                    EXPECT_FALSE(is_inside) << round;
                }
            }
        }
    }
}

}  // namespace
}  // namespace paramscope
