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

constexpr Direction kDirections[] = {Direction::Down, Direction::Right};

/// Its layout with boxes and words of several widths.
LayeredLayout unet(std::mt19937* random, Direction direction) {
    std::vector<LayeredNode> nodes;
    for (std::uint32_t i = 0; i < kSteps; ++i) {
        const auto width = static_cast<float>((*random)() % 70 + 130);
        nodes.push_back({width, 45, static_cast<float>((*random)() % 20 + 125)});
    }
    return lay_out_layers(nodes, unet_edges(), {24, 33}, direction);
}

/// How far two pieces of lines along the direction lie on each other.
float shared(Point a, Point b, Point c, Point d) {
    if (std::abs(a.x - b.x) > 0.5f || std::abs(c.x - d.x) > 0.5f || std::abs(a.x - c.x) > 0.5f) return 0;
    return std::min(std::max(a.y, b.y), std::max(c.y, d.y)) -
           std::max(std::min(a.y, b.y), std::min(c.y, d.y));
}

float shared(std::vector<Point> one, std::vector<Point> other, Direction direction) {
    for (std::vector<Point>* line : {&one, &other}) {
        for (Point& point : *line) {
            if (direction == Direction::Right) std::swap(point.x, point.y);
        }
    }
    float longest = 0;
    for (std::size_t a = 1; a < one.size(); ++a) {
        for (std::size_t b = 1; b < other.size(); ++b)
            longest = std::max(longest, shared(one[a - 1], one[a], other[b - 1], other[b]));
    }
    return longest;
}

TEST(Layered, EdgesOfDifferentNodesShareNoPieceAlongTheDirection) {
    std::mt19937 random(1);
    const std::vector<LayeredEdge> edges = unet_edges();
    for (int round = 0; round < 200; ++round) {
        const Direction direction = kDirections[round % 2];
        const LayeredLayout layout = unet(&random, direction);
        for (std::size_t i = 0; i < edges.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) {
                if (edges[i].first == edges[j].first || edges[i].second == edges[j].second) continue;
                EXPECT_LT(shared(layout.edges[i], layout.edges[j], direction), 1)
                    << round << ": " << i << ", " << j;
            }
        }
    }
}

TEST(Layered, EdgesLieBesideTheNodesThatTheyPass) {
    std::mt19937 random(2);
    for (int round = 0; round < 200; ++round) {
        const LayeredLayout layout = unet(&random, kDirections[round % 2]);
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

TEST(Layered, WordsHaveRoomAtTheirArrows) {
    for (const Direction direction : kDirections) {
        std::mt19937 random(3);
        const LayeredLayout layout = unet(&random, direction);
        const float gap = direction == Direction::Down
                              ? layout.nodes[1].y - layout.nodes[0].y - layout.nodes[0].h
                              : layout.nodes[1].x - layout.nodes[0].x - layout.nodes[0].w;
        EXPECT_GE(gap, direction == Direction::Down ? 33 : 33 + 125);
    }
}

}  // namespace THIS_FILE
}  // namespace paramscope
