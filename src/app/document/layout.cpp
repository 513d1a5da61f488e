#include "app/document/layout.h"

#include <algorithm>

#include "base/ranges.h"

namespace paramscope::app {
namespace {

// A child, or the parent's own weight.
struct Piece {
    double weight = 0;
    std::uint32_t node = UINT32_MAX;
};

// The pieces of a module, the heaviest first.
struct Pieces {
    std::vector<Piece> all;
    Piece rest;      ///< the pieces too light for a box of their own: their sum and the heaviest
    double sum = 0;  ///< weight of all pieces, the rest included

    void collect(const Weights& weights, std::uint32_t node, double lightest) {
        all.clear();
        rest = {};
        sum = 0;
        double heaviest = 0;
        const auto add = [&](double weight, std::uint32_t child) {
            sum += weight;
            if (weight >= lightest) return all.push_back({weight, child});
            rest.weight += weight;
            if (weight > heaviest && child != UINT32_MAX) rest.node = child;
            heaviest = std::max(heaviest, weight);
        };
        for (std::uint32_t child = node + 1; child < weights.end[node]; child = weights.end[child]) {
            if (weights.of[child] > 0) add(weights.of[child], child);
        }
        if (const double own = own_weight(weights, node); own > 0) add(own, UINT32_MAX);
        sort(all, [](const Piece& a, const Piece& b) {
            return a.weight != b.weight ? a.weight > b.weight : a.node < b.node;
        });
    }
};

/// The worst aspect ratio of a row of pieces along a side: 1 is a square.
double worst(double sum, double largest, double smallest, double side, double scale) {
    const double area = sum * scale;
    const double ratio = side * side / (area * area) * scale;
    return std::max(ratio * largest, 1 / (ratio * smallest));
}

/// Squarified layout by Bruls, Huizing and van Wijk: a row grows while that makes its pieces more square.
class Rows {
  public:
    Rows(const Pieces& pieces, const Box& area, std::vector<Box>& boxes)
        : pieces_(pieces.all),
          is_all_(pieces.rest.weight == 0),
          rest_(area),
          boxes_(boxes),
          left_(pieces.sum) {}

    /// Places the pieces; returns the unused area.
    Box fill() {
        std::size_t begin = 0;
        while (begin < pieces_.size() && left_ > 0 && !rest_.is_empty()) {
            const std::size_t end = row_from(begin);
            place(begin, end);
            begin = end;
        }
        return rest_;
    }

  private:
    std::size_t row_from(std::size_t begin) {
        const double side = std::min(rest_.w, rest_.h);
        const double scale = static_cast<double>(rest_.w) * rest_.h / left_;
        double sum = pieces_[begin].weight;
        double proportion = worst(sum, sum, sum, side, scale);
        std::size_t end = begin + 1;
        for (; end < pieces_.size(); ++end) {
            const double with = sum + pieces_[end].weight;
            const double next = worst(with, pieces_[begin].weight, pieces_[end].weight, side, scale);
            if (next > proportion) break;
            proportion = next;
            sum = with;
        }
        sum_ = sum;
        return end;
    }

    void place(std::size_t begin, std::size_t end) {
        const bool upright = rest_.w >= rest_.h;  // the row is placed at the left
        const bool is_last = end == pieces_.size() && is_all_;
        const double share = is_last ? 1 : std::min(sum_ / left_, 1.0);
        const float depth = static_cast<float>(share * (upright ? rest_.w : rest_.h));
        const float length = upright ? rest_.h : rest_.w;
        double done = 0;
        float at = 0;
        for (std::size_t i = begin; i < end; ++i) {
            done += pieces_[i].weight;
            const float to = i + 1 == end ? length : static_cast<float>(length * std::min(done / sum_, 1.0));
            const Box box = upright ? Box{rest_.x, rest_.y + at, depth, to - at}
                                    : Box{rest_.x + at, rest_.y, to - at, depth};
            if (pieces_[i].node != UINT32_MAX) boxes_[pieces_[i].node] = box;
            at = to;
        }
        (upright ? rest_.x : rest_.y) += depth;
        (upright ? rest_.w : rest_.h) -= depth;
        left_ -= sum_;
    }

    const std::vector<Piece>& pieces_;
    bool is_all_;  ///< the pieces fill the whole area
    Box rest_;
    std::vector<Box>& boxes_;
    double left_;
    double sum_ = 0;
};

/// The area inside a module's frame.
Box inside(const Box& box, const Frames& frames) {
    if (box.w < frames.smallest || box.h < frames.smallest) return {};
    const bool has_heading = box.h > frames.heading * 3 && box.w > frames.heading * 3;
    const float edge = std::min(frames.edge, std::min(box.w, box.h) * 0.05f);
    const float top = has_heading ? frames.heading : edge;
    return {box.x + edge, box.y + top, box.w - edge * 2, box.h - edge - top};
}

}  // namespace

void lay_out_treemap(const Weights& weights, std::uint32_t root, const Box& area, const Frames& frames,
                     std::vector<Box>& boxes, std::vector<Rest>& rests) {
    boxes.assign(weights.of.size(), {});
    rests.clear();
    if (root >= weights.of.size() || area.is_empty() || !(weights.of[root] > 0)) return;
    boxes[root] = area;
    Pieces pieces;
    for (std::uint32_t node = root; node < weights.end[root];) {
        if (boxes[node].is_empty()) {
            node = weights.end[node];
            continue;
        }
        if (weights.end[node] > node + 1) {
            const Box within = inside(boxes[node], frames);
            const double room_here = static_cast<double>(boxes[node].w) * boxes[node].h;
            pieces.collect(weights, node, weights.of[node] * frames.least / room_here);
            // A module with a single child has no frame, which would only take space.
            const bool is_shell =
                pieces.all.size() == 1 && pieces.rest.weight == 0 && pieces.all.front().node != UINT32_MAX;
            const Box room = is_shell ? boxes[node] : within;
            if (room.is_empty()) {
                node = weights.end[node];
                continue;
            }
            const Box left = Rows(pieces, room, boxes).fill();
            if (pieces.rest.node != UINT32_MAX && !left.is_empty()) rests.push_back({pieces.rest.node, left});
        }
        ++node;
    }
}

bool has_dominant_child(const Weights& weights, std::uint32_t node) {
    constexpr double kNearlyAll = 0.96;
    for (std::uint32_t child = node + 1; child < weights.end[node]; child = weights.end[child]) {
        if (weights.of[child] > 0 && weights.of[child] >= weights.of[node] * kNearlyAll) return true;
    }
    return false;
}

std::uint32_t icicle_levels(const Weights& weights, std::uint32_t root) {
    std::vector<std::uint32_t> ends;  // of the modules around a node that have a level
    std::size_t most = 1;
    for (std::uint32_t node = root; node < weights.end[root]; ++node) {
        while (!ends.empty() && ends.back() <= node) ends.pop_back();
        if (!(weights.of[node] > 0)) continue;
        most = std::max(most, ends.size() + 1);
        if (node == root || !has_dominant_child(weights, node)) ends.push_back(weights.end[node]);
    }
    return static_cast<std::uint32_t>(most);
}

void lay_out_icicle(const Weights& weights, std::uint32_t root, const Box& area, float row, float smallest,
                    std::vector<Box>& boxes, std::vector<Rest>& rests) {
    boxes.assign(weights.of.size(), {});
    rests.clear();
    if (root >= weights.of.size() || area.is_empty() || !(row > 0) || !(weights.of[root] > 0)) return;
    boxes[root] = {area.x, area.y, area.w, std::min(row, area.h)};
    for (std::uint32_t node = root; node < weights.end[root];) {
        const Box& box = boxes[node];
        const float top = node != root && has_dominant_child(weights, node) ? box.y : box.y + row;
        const float height = std::min(row, area.y + area.h - top);
        if (box.is_empty() || box.w < smallest || height <= 0) {
            node = weights.end[node];
            continue;
        }
        double done = 0;
        float at = 0;
        std::uint32_t like = node;  // the heaviest of adjacent narrow nodes; the node itself: there are none
        const auto end_row = [&](float to) {
            if (like != node && to > at) rests.push_back({like, {box.x + at, top, to - at, height}});
            like = node;
            at = to;
        };
        for (std::uint32_t child = node + 1; child < weights.end[node]; child = weights.end[child]) {
            const auto from = static_cast<float>(box.w * std::min(done / weights.of[node], 1.0));
            done += weights.of[child];
            const auto to = static_cast<float>(box.w * std::min(done / weights.of[node], 1.0));
            if (to - from < smallest) {
                if (like == node || weights.of[child] > weights.of[like]) like = child;
                if (to - at >= smallest * 2) end_row(to);
                continue;
            }
            end_row(from);
            boxes[child] = {box.x + at, top, to - at, height};
            at = to;
        }
        end_row(static_cast<float>(box.w * std::min(done / weights.of[node], 1.0)));
        ++node;
    }
}

std::uint32_t node_at(std::span<const std::uint32_t> nodes, const std::vector<Box>& boxes, float x, float y) {
    const auto found = std::find_if(nodes.rbegin(), nodes.rend(),
                                    [&](std::uint32_t node) { return boxes[node].contains(x, y); });
    return found == nodes.rend() ? UINT32_MAX : *found;
}

}  // namespace paramscope::app
