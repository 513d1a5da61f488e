#include "formats/pictures/diagram/layered.h"

#include <algorithm>
#include <cmath>

#include "base/ranges.h"

namespace paramscope {
namespace {

constexpr int kSweeps = 6;
constexpr double kMainWeight = 1e6;  // against 1: the main chain stays straight
constexpr float kBendWeight = 4;     // long edges are straighter than short ones
constexpr float kStraight = 2;       // pixels: less is no step, only a box whose middle is not met quite

using Neighbours = std::vector<std::vector<std::uint32_t>>;

/// The nodes so that every edge leads to a later one.
std::vector<std::uint32_t> in_order(std::size_t nodes, const std::vector<LayeredEdge>& edges) {
    Neighbours after(nodes);
    std::vector<std::uint32_t> waits_for(nodes);
    for (const auto& [from, to] : edges) {
        after[from].push_back(to);
        ++waits_for[to];
    }
    std::vector<std::uint32_t> order;
    for (std::uint32_t i = 0; i < nodes; ++i) {
        if (waits_for[i] == 0) order.push_back(i);
    }
    for (std::size_t done = 0; done < order.size(); ++done) {
        for (const std::uint32_t next : after[order[done]]) {
            if (--waits_for[next] == 0) order.push_back(next);
        }
    }
    return order;
}

/// The length of the longest path to each node.
std::vector<std::uint32_t> find_layers(std::size_t nodes, const std::vector<LayeredEdge>& edges) {
    Neighbours after(nodes), before(nodes);
    for (const auto& [from, to] : edges) {
        after[from].push_back(to);
        before[to].push_back(from);
    }
    const std::vector<std::uint32_t> order = in_order(nodes, edges);
    std::vector<std::uint32_t> layers(nodes);
    for (const std::uint32_t node : order) {
        for (const std::uint32_t next : after[node]) layers[next] = std::max(layers[next], layers[node] + 1);
    }
    // A node that nothing leads to stands directly above the first that takes it.
    for (auto node = order.rbegin(); node != order.rend(); ++node) {
        if (!before[*node].empty() || after[*node].empty()) continue;
        std::uint32_t first = ~0u;
        for (const std::uint32_t next : after[*node]) first = std::min(first, layers[next]);
        layers[*node] = first - 1;
    }
    return layers;
}

/// A node of the graph, or the place where a long edge crosses a layer.
struct Item {
    float left = 0, right = 0;  ///< extents from its middle
    float height = 0;
    float label = 0;  ///< below it
    std::uint32_t layer = 0;
    bool is_bend = false;
    bool is_main = false;
    float x = 0;  ///< of its middle
};

class Layering {
  public:
    Layering(const std::vector<LayeredNode>& nodes, const std::vector<LayeredEdge>& edges,
             const LayeredSpacing& spacing, Direction direction)
        : nodes_(nodes), edges_(edges), spacing_(spacing), direction_(direction) {}

    LayeredLayout run() {
        make_items();
        mark_main_chain();
        for (int sweep = 0; sweep < kSweeps; ++sweep) sort_layers(sweep % 2 == 0);
        for (int sweep = 0; sweep < kSweeps; ++sweep) place_layers(sweep % 2 == 0);
        for (const auto& path : paths_) straighten(path);
        return finished();
    }

  private:
    void make_items() {
        const std::vector<std::uint32_t> layers = find_layers(nodes_.size(), edges_);
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            const LayeredNode& node = nodes_[i];
            const float half = node.width / 2;
            add_item(direction_ == Direction::Down
                         ? Item{half, std::max(half, node.label), node.height, 0, layers[i]}
                         : Item{half, half, node.height, node.label, layers[i]});
        }
        for (const auto& [from, to] : edges_) {
            std::vector<std::uint32_t>& path = paths_.emplace_back();
            path.push_back(from);
            for (std::uint32_t layer = layers[from] + 1; layer < layers[to]; ++layer) {
                add_item({0, 0, 0, 0, layer, true});
                path.push_back(static_cast<std::uint32_t>(items_.size() - 1));
            }
            path.push_back(to);
            for (std::size_t i = 0; i + 1 < path.size(); ++i) {
                below_[path[i]].push_back(path[i + 1]);
                above_[path[i + 1]].push_back(path[i]);
            }
        }
    }

    void add_item(const Item& item) {
        if (item.layer >= layers_.size()) layers_.resize(item.layer + 1);
        layers_[item.layer].push_back(static_cast<std::uint32_t>(items_.size()));
        items_.push_back(item);
        above_.emplace_back();
        below_.emplace_back();
    }

    /// The longest path to the lowest layer; of several, the one through the earliest nodes.
    void mark_main_chain() {
        if (layers_.empty()) return;
        const auto first_node = [&](const std::vector<std::uint32_t>& among) {
            return find_where(among, [&](std::uint32_t item) {
                const bool is_reached = !above_[item].empty() || items_[item].layer == 0;
                return is_reached && !items_[item].is_bend;
            });
        };
        const std::uint32_t* at = first_node(layers_.back());
        while (at != nullptr) {
            items_[*at].is_main = true;
            at = first_node(above_[*at]);
        }
    }

    /// Orders each layer by the middle of the neighbours in the layer before it.
    void sort_layers(bool is_down) {
        std::vector<float> position(items_.size());
        for (const auto& layer : layers_) number(layer, &position);
        for (std::size_t i = 0; i < layers_.size(); ++i) {
            auto& layer = layers_[is_down ? i : layers_.size() - 1 - i];
            std::vector<std::pair<float, std::uint32_t>> keyed;
            for (const std::uint32_t item : layer) {
                const auto& neighbours = is_down ? above_[item] : below_[item];
                float sum = 0;
                for (const std::uint32_t other : neighbours) sum += position[other];
                const bool has_none = neighbours.empty();
                keyed.emplace_back(has_none ? position[item] : sum / static_cast<float>(neighbours.size()),
                                   item);
            }
            stable_sort(keyed, [](const auto& a, const auto& b) { return a.first < b.first; });
            for (std::size_t place = 0; place < layer.size(); ++place) layer[place] = keyed[place].second;
            number(layer, &position);
        }
    }

    /// Positions in a layer; the main chain's is 0 in every layer.
    void number(const std::vector<std::uint32_t>& layer, std::vector<float>* position) const {
        const auto main = std::find_if(layer.begin(), layer.end(),
                                       [&](std::uint32_t item) { return items_[item].is_main; });
        const float shift = main == layer.end() ? static_cast<float>(layer.size() - 1) / 2
                                                : static_cast<float>(main - layer.begin());
        for (std::size_t i = 0; i < layer.size(); ++i) (*position)[layer[i]] = static_cast<float>(i) - shift;
    }

    void place_layers(bool is_down) {
        for (std::size_t i = 0; i < layers_.size(); ++i)
            place_layer(layers_[is_down ? i : layers_.size() - 1 - i]);
    }

    /// Puts the items of a layer where their neighbours are, in their order and without overlap: least
    /// squares by pooling adjacent violators (Ayer et al., 1955).
    void place_layer(const std::vector<std::uint32_t>& layer) {
        struct Pool {
            double sum, weight;
            std::size_t count;
        };
        std::vector<float> offsets;
        std::vector<Pool> pools;
        float offset = 0;
        for (std::size_t i = 0; i < layer.size(); ++i) {
            const Item& item = items_[layer[i]];
            if (i > 0) offset += items_[layer[i - 1]].right + spacing_.across + item.left;
            offsets.push_back(offset);
            const double weight = item.is_main ? kMainWeight : item.is_bend ? kBendWeight : 1;
            pools.push_back({static_cast<double>(wish(layer[i]) - offset) * weight, weight, 1});
            while (pools.size() > 1) {
                const Pool last = pools.back();
                Pool& before = pools[pools.size() - 2];
                if (before.sum / before.weight <= last.sum / last.weight) break;
                before = {before.sum + last.sum, before.weight + last.weight, before.count + last.count};
                pools.pop_back();
            }
        }
        std::size_t i = 0;
        for (const Pool& pool : pools) {
            for (std::size_t k = 0; k < pool.count; ++k, ++i)
                items_[layer[i]].x = static_cast<float>(pool.sum / pool.weight) + offsets[i];
        }
    }

    float wish(std::uint32_t index) const {
        if (items_[index].is_main) return 0;
        float sum = 0, weight = 0;
        for (const auto* neighbours : {&above_[index], &below_[index]}) {
            for (const std::uint32_t other : *neighbours) {
                const float pull = items_[other].is_bend ? kBendWeight : 1;
                sum += items_[other].x * pull;
                weight += pull;
            }
        }
        return weight > 0 ? sum / weight : items_[index].x;
    }

    LayeredLayout finished() const {
        LayeredLayout layout;
        float low = 0, high = 0;
        for (const Item& item : items_) {
            low = std::min(low, item.x - item.left);
            high = std::max(high, item.x + item.right);
        }
        layout.width = high - low;
        std::vector<float> tops, bottoms;
        float y = 0, label = 0;
        for (const auto& layer : layers_) {
            if (!tops.empty()) y += spacing_.along + label;
            float height = 0;
            label = 0;
            for (const std::uint32_t item : layer) {
                height = std::max(height, items_[item].height);
                label = std::max(label, items_[item].label);
            }
            tops.push_back(y);
            bottoms.push_back(y += height);
        }
        layout.height = y;
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            const Item& item = items_[i];
            const float top = (tops[item.layer] + bottoms[item.layer] - item.height) / 2;
            layout.nodes.push_back({item.x - item.left - low, top, nodes_[i].width, item.height});
        }
        for (const auto& path : paths_) layout.edges.push_back(route(path, layout, tops, bottoms, low));
        return layout;
    }

    /// Across only between layers: right below a node with several edges, else above the next layer. Words at
    /// an arrow have the room between.
    std::vector<Point> route(const std::vector<std::uint32_t>& path, const LayeredLayout& layout,
                             const std::vector<float>& tops, const std::vector<float>& bottoms,
                             float low) const {
        std::vector<Point> points;
        const Box &first = layout.nodes[path.front()], &last = layout.nodes[path.back()];
        points.push_back({items_[path.front()].x - low, first.y + first.h});
        for (std::size_t i = 1; i < path.size(); ++i) {
            const Item& item = items_[path[i]];
            const float x = item.x - low;
            if (std::abs(x - points.back().x) > kStraight) {
                const float y = across_at(path[i - 1], path[i], i == 1, tops, bottoms);
                points.push_back({points.back().x, y});
                points.push_back({x, y});
            }
        }
        points.push_back({points.back().x, last.y});
        return points;
    }

    /// Where a line goes across from one item to the next. Between bends it is beside a layer: outwards above
    /// what comes out of it, inwards below what goes into it. Otherwise an edge that takes over its column
    /// would seem to go on from it.
    float across_at(std::uint32_t from, std::uint32_t to, bool is_first, const std::vector<float>& tops,
                    const std::vector<float>& bottoms) const {
        const float above = bottoms[items_[to].layer - 1], below = tops[items_[to].layer];
        if (is_first && below_[from].size() > 1) return above + spacing_.along * 0.1f;
        const bool is_outwards = std::abs(items_[to].x) > std::abs(items_[from].x);
        if (is_free(from, to, items_[is_outwards ? from : to].layer))
            return is_outwards ? above - spacing_.along * 0.2f : below + spacing_.along * 0.2f;
        return below - spacing_.along * 0.3f;
    }

    /// True for bends with no node between them in a layer.
    bool is_free(std::uint32_t from, std::uint32_t to, std::uint32_t layer) const {
        const Item &one = items_[from], &other = items_[to];
        if (!one.is_bend || !other.is_bend) return false;
        const float least = std::min(one.x, other.x), most = std::max(one.x, other.x);
        const std::vector<std::uint32_t>& items = layers_[layer];
        return none_of(items, [&](std::uint32_t index) {
            const Item& item = items_[index];
            return !item.is_bend && item.x - item.left < most && item.x + item.right > least;
        });
    }

    /// Makes a long edge straight where there is room for it beside the main chain.
    void straighten(const std::vector<std::uint32_t>& path) {
        if (path.size() < 3) return;
        float low = items_[path[1]].x, high = low;
        for (std::size_t i = 1; i + 1 < path.size(); ++i) {
            low = std::min(low, items_[path[i]].x);
            high = std::max(high, items_[path[i]].x);
        }
        const float x = high > 0 ? high : low;
        for (std::size_t i = 1; i + 1 < path.size(); ++i) {
            if (!has_room(path[i], x)) return;
        }
        for (std::size_t i = 1; i + 1 < path.size(); ++i) items_[path[i]].x = x;
    }

    bool has_room(std::uint32_t index, float x) const {
        const std::vector<std::uint32_t>& layer = layers_[items_[index].layer];
        const auto place = std::find(layer.begin(), layer.end(), index);
        if (place != layer.begin()) {
            const Item& before = items_[*(place - 1)];
            if (x < before.x + before.right + spacing_.across - 0.5f) return false;
        }
        if (place + 1 == layer.end()) return true;
        const Item& next = items_[*(place + 1)];
        return x <= next.x - next.left - spacing_.across + 0.5f;
    }

    const std::vector<LayeredNode>& nodes_;
    const std::vector<LayeredEdge>& edges_;
    const LayeredSpacing spacing_;
    const Direction direction_;
    std::vector<Item> items_;  ///< the nodes, then bends
    Neighbours above_, below_;
    std::vector<std::vector<std::uint32_t>> layers_;
    std::vector<std::vector<std::uint32_t>> paths_;  ///< of edges: items from one end to the other
};

Point transposed(const Point& point) {
    return {point.y, point.x};
}

Box transposed(const Box& box) {
    return {box.y, box.x, box.h, box.w};
}

}  // namespace

std::size_t crossed_layers(std::size_t nodes, const std::vector<LayeredEdge>& edges) {
    const std::vector<std::uint32_t> layers = find_layers(nodes, edges);
    std::size_t crossed = 0;
    for (const auto& [from, to] : edges)
        crossed += layers[to] > layers[from] ? layers[to] - layers[from] - 1 : 0;
    return crossed;
}

LayeredLayout lay_out_layers(const std::vector<LayeredNode>& nodes, const std::vector<LayeredEdge>& edges,
                             const LayeredSpacing& spacing, Direction direction) {
    if (direction == Direction::Down) return Layering(nodes, edges, spacing, direction).run();
    std::vector<LayeredNode> turned = nodes;
    for (LayeredNode& node : turned) std::swap(node.width, node.height);
    LayeredLayout layout = Layering(turned, edges, spacing, direction).run();
    std::swap(layout.width, layout.height);
    for (Box& node : layout.nodes) node = transposed(node);
    for (std::vector<Point>& line : layout.edges) {
        for (Point& point : line) point = transposed(point);
    }
    return layout;
}

}  // namespace paramscope
