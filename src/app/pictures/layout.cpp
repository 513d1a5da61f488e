#include "app/pictures/layout.h"

#include <algorithm>
#include <cmath>

namespace paramscope::app {
namespace {

// A child, or what the parent has of its own.
struct Piece {
    double weight = 0;
    std::uint32_t node = UINT32_MAX;
};

void collect(const Weights& weights, std::uint32_t node, std::vector<Piece>& pieces) {
    pieces.clear();
    for (std::uint32_t child = node + 1; child < weights.end[node]; child = weights.end[child]) {
        if (weights.of[child] > 0) pieces.push_back({weights.of[child], child});
    }
    if (const double own = own_weight(weights, node); own > 0) pieces.push_back({own, UINT32_MAX});
}

/// The worst proportion of a row of pieces along a side: 1 is a square.
double worst(double sum, double largest, double smallest, double side, double scale) {
    const double area = sum * scale;
    const double ratio = side * side / (area * area) * scale;
    return std::max(ratio * largest, 1 / (ratio * smallest));
}

/// Bruls, Huizing and van Wijk's rows: each is filled as long as that makes its pieces more square.
class Rows {
  public:
    Rows(const std::vector<Piece>& pieces, const Box& area, std::vector<Box>& boxes)
        : pieces_(pieces), rest_(area), boxes_(boxes) {
        for (const Piece& piece : pieces) left_ += piece.weight;
    }

    void fill() {
        std::size_t begin = 0;
        while (begin < pieces_.size() && left_ > 0 && !rest_.is_empty()) {
            const std::size_t end = row_from(begin);
            place(begin, end);
            begin = end;
        }
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
        const bool upright = rest_.w >= rest_.h;  // the row stands at the left
        const bool is_last = end == pieces_.size();
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
    Box rest_;
    std::vector<Box>& boxes_;
    double left_ = 0;
    double sum_ = 0;
};

/// The room inside a module's frame.
Box inside(const Box& box, const Frames& frames) {
    if (box.w < frames.smallest || box.h < frames.smallest) return {};
    const bool has_heading = box.h > frames.heading * 3 && box.w > frames.heading * 3;
    const float edge = std::min(frames.edge, std::min(box.w, box.h) * 0.05f);
    const float top = has_heading ? frames.heading : edge;
    return {box.x + edge, box.y + top, box.w - edge * 2, box.h - edge - top};
}

}  // namespace

void lay_out_treemap(const Weights& weights, std::uint32_t root, const Box& area, const Frames& frames,
                     std::vector<Box>& boxes) {
    boxes.assign(weights.of.size(), {});
    if (root >= weights.of.size() || area.is_empty() || !(weights.of[root] > 0)) return;
    boxes[root] = area;
    std::vector<Piece> pieces;
    for (std::uint32_t node = root; node < weights.end[root];) {
        if (boxes[node].is_empty()) {
            node = weights.end[node];
            continue;
        }
        if (weights.end[node] > node + 1) {
            collect(weights, node, pieces);
            // Around a single other there is no frame: it would only take room.
            const bool is_shell = pieces.size() == 1 && pieces.front().node != UINT32_MAX;
            const Box room = is_shell ? boxes[node] : inside(boxes[node], frames);
            if (room.is_empty()) {
                node = weights.end[node];
                continue;
            }
            std::sort(pieces.begin(), pieces.end(), [](const Piece& a, const Piece& b) {
                return a.weight != b.weight ? a.weight > b.weight : a.node < b.node;
            });
            Rows(pieces, room, boxes).fill();
        }
        ++node;
    }
}

void lay_out_icicle(const Weights& weights, std::uint32_t root, const Box& area, float row, float smallest,
                    std::vector<Box>& boxes) {
    boxes.assign(weights.of.size(), {});
    if (root >= weights.of.size() || area.is_empty() || !(row > 0) || !(weights.of[root] > 0)) return;
    boxes[root] = {area.x, area.y, area.w, std::min(row, area.h)};
    for (std::uint32_t node = root; node < weights.end[root];) {
        const Box& box = boxes[node];
        const float top = box.y + row;
        const float height = std::min(row, area.y + area.h - top);
        if (box.is_empty() || box.w < smallest || height <= 0) {
            node = weights.end[node];
            continue;
        }
        double done = 0;
        float at = 0;
        for (std::uint32_t child = node + 1; child < weights.end[node]; child = weights.end[child]) {
            done += weights.of[child];
            const float to = static_cast<float>(box.w * std::min(done / weights.of[node], 1.0));
            boxes[child] = {box.x + at, top, to - at, height};
            at = to;
        }
        ++node;
    }
}

std::uint32_t node_at(const Weights& weights, const std::vector<Box>& boxes, std::uint32_t root, float x,
                      float y, bool children_inside) {
    std::uint32_t found = UINT32_MAX;
    if (root >= boxes.size()) return found;
    for (std::uint32_t node = root; node < weights.end[root];) {
        const Box& box = boxes[node];
        const bool hit = box.contains(x, y);
        if (hit) found = node;
        // In an icicle the children lie below; their columns are inside their parent's all the same.
        const bool below = !children_inside && x >= box.x && x < box.x + box.w;
        node = hit || below ? node + 1 : weights.end[node];
        if (hit && !children_inside) break;
    }
    return found;
}

}  // namespace paramscope::app
