#include "count/cost/model_map.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

#include "base/ranges.h"

namespace paramscope {
namespace {

double repeats(const NodeReport& row) {
    const OptionalInteger& value = row.facts->repeat().value;
    return value ? std::max(to_double(*value), 1.0) : 1;
}

void add_costs(LayerCosts* sum, const LayerCosts& costs) {
    for (std::size_t track = 0; track < kStripTracks; ++track) (*sum)[track] += costs[track];
}

LayerCosts multiplied(LayerCosts costs, const LayerCosts& times) {
    for (std::size_t track = 0; track < kStripTracks; ++track) costs[track] *= times[track];
    return costs;
}

/// How many layers with weights each module holds, without normalizations.
std::vector<std::uint32_t> weighted_layers(const Report& report) {
    std::vector<std::uint32_t> counts(report.nodes.size());
    for (std::size_t node = counts.size(); node-- > 0;) {
        const NodeReport& row = report.nodes[node];
        if (has_weights(row) && row.facts->family != "normalization") ++counts[node];
        if (node > 0) counts[row.parent] += counts[node];
    }
    return counts;
}

/// True for each module of several layers with weights that has copies, or one of its type beside it.
std::vector<bool> modules_in_rows(const Report& report) {
    std::vector<bool> found(report.nodes.size());
    const std::vector<std::uint32_t> layers = weighted_layers(report);
    std::vector<std::uint32_t> composites;
    for (std::uint32_t parent = 0; parent < report.nodes.size(); ++parent) {
        composites.clear();
        for (const std::uint32_t child : report.children(parent)) {
            const NodeReport& row = report.nodes[child];
            if (layers[child] > 1 && !is_list(row)) composites.push_back(child);
        }
        stable_sort(composites, [&](std::uint32_t a, std::uint32_t b) {
            return report.nodes[a].type < report.nodes[b].type;
        });
        for (std::size_t i = 0; i < composites.size(); ++i) {
            const auto has_type = [&](std::size_t other) {
                return other < composites.size() &&
                       report.nodes[composites[other]].type == report.nodes[composites[i]].type;
            };
            const bool is_alike = has_type(i + 1) || (i > 0 && has_type(i - 1));
            found[composites[i]] = is_alike || repeats(report.nodes[composites[i]]) > 1;
        }
    }
    return found;
}

/// For each module the one whose column it is part of: its layer, else itself.
std::vector<std::uint32_t> columns_of(const Report& report, const Parts& parts) {
    const auto count = static_cast<std::uint32_t>(report.nodes.size());
    std::vector<std::uint32_t> columns(count);
    std::iota(columns.begin(), columns.end(), 0U);
    if (count > kMostModulesWithParts) return columns;
    const std::vector<bool> in_rows = modules_in_rows(report);
    std::vector<bool> begins(count), is_in_layer(count), has_column(count);
    for (const std::uint32_t layer : parts.layers()) {
        begins[layer] = true;
        for (std::uint32_t node = layer + 1; node < report.nodes[layer].subtree_end; ++node)
            is_in_layer[node] = true;
    }
    for (std::uint32_t node = count; node-- > 1;) {
        begins[node] = begins[node] || (in_rows[node] && !is_in_layer[node] && !has_column[node]);
        if (begins[node] || has_column[node]) has_column[report.nodes[node].parent] = true;
    }
    std::uint32_t end = 0, column = 0;
    for (std::uint32_t node = 0; node < count; ++node) {
        if (node >= end && begins[node]) {
            column = node;
            end = report.nodes[node].subtree_end;
        }
        if (node < end) columns[node] = column;
    }
    return columns;
}

/// Joins the layers of a strip.
class Joiner {
  public:
    Joiner(const Report& report, const Parts& parts)
        : report_(report), parts_(parts), columns_(columns_of(report, parts)) {}

    void add(const StripLayer& layer) {
        const std::uint32_t node = columns_[layer.node];
        if (map_.columns.empty() || map_.columns.back().node != node)
            map_.columns.push_back({node, times_of(node).instances, {}, {}});
        MapColumn& column = map_.columns.back();
        const Times times = times_of(layer.node);
        const LayerCosts all =
            multiplied(layer.costs, {times.instances, times.work, times.work, times.instances});
        const double share = 1 / column.copies;
        const LayerCosts of_one = multiplied(all, {share, share, share, share});
        add_costs(&share_of(&column, layer.node)->costs, of_one);
        add_costs(&column.costs, of_one);
        add_costs(&map_.total, all);
    }

    ModelMap take() {
        for (const MapColumn& column : map_.columns) {
            for (std::size_t track = 0; track < kStripTracks; ++track)
                map_.highest[track] = std::max(map_.highest[track], column.costs[track]);
        }
        find_groups();
        return std::move(map_);
    }

  private:
    MapShare* share_of(MapColumn* column, std::uint32_t node) {
        const std::string_view part = parts_.of_own(node);
        MapShare* const known = find_by(column->shares, &MapShare::part, part);
        if (known == nullptr) return &column->shares.emplace_back(MapShare{part, node, {}});
        while (node < known->node || node >= report_.nodes[known->node].subtree_end)
            known->node = report_.nodes[known->node].parent;
        return known;
    }

    /// How many of a module the model holds, and what its work is multiplied by: that may be counted for all
    /// repeats already.
    struct Times {
        double instances = 1, work = 1;

        void multiply(const NodeReport& row) {
            const double here = repeats(row);
            instances *= here;
            if (!row.facts->repeats_followed) work *= here;
        }
    };

    Times times_of(std::uint32_t node) {
        Times times = node == 0 ? Times() : times_below(report_.nodes[node].parent);
        times.multiply(report_.nodes[node]);
        return times;
    }

    /// Of what a module holds; siblings follow each other.
    Times times_below(std::uint32_t parent) {
        if (std::exchange(parent_, parent) == parent) return below_parent_;
        below_parent_ = {};
        for (std::uint32_t at = parent;; at = report_.nodes[at].parent) {
            below_parent_.multiply(report_.nodes[at]);
            if (at == 0) return below_parent_;
        }
    }

    bool is_like_one_before(std::size_t column) const {
        return column > 0 &&
               report_.nodes[map_.columns[column].node].type ==
                   report_.nodes[map_.columns[column - 1].node].type &&
               map_.columns[column].costs == map_.columns[column - 1].costs;
    }

    /// Groups what is in one list, or alike; but not all columns of the model, unless they are alike.
    void find_groups() {
        bool are_alike = true, is_in_list = false;
        for (std::size_t i = 0; i < map_.columns.size(); ++i) {
            const std::uint32_t around = report_.nodes[map_.columns[i].node].parent;
            const bool is_like = is_like_one_before(i);
            are_alike = are_alike && (i == 0 || is_like);
            const bool is_beside = !map_.groups.empty() && map_.groups.back().node == around;
            if (!is_beside) is_in_list = is_list(report_.nodes[around]);
            if (!is_beside || !(is_like || is_in_list)) map_.groups.push_back({around, i, i});
            map_.groups.back().end = i + 1;
        }
        if (map_.groups.size() == 1 && !are_alike) part_groups();
    }

    void part_groups() {
        const std::uint32_t around = map_.groups.front().node;
        map_.groups.clear();
        for (std::size_t i = 0; i < map_.columns.size(); ++i) map_.groups.push_back({around, i, i + 1});
    }

    const Report& report_;
    const Parts& parts_;
    const std::vector<std::uint32_t> columns_;
    std::uint32_t parent_ = UINT32_MAX;  ///< of the module that `times_of` was asked for
    Times below_parent_;
    ModelMap map_;
};

}  // namespace

ModelMap map_of(const Report& report, const Strip& strip, const Parts& parts) {
    if (report.nodes.empty()) return {};
    Joiner joiner(report, parts);
    for (const StripLayer& layer : strip.layers) joiner.add(layer);
    return joiner.take();
}

}  // namespace paramscope
