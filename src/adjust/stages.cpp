#include "adjust/stages.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "base/ranges.h"

namespace paramscope::adjust {
namespace {

/// A layer that makes features of one class from features of another.
struct Step {
    std::uint32_t from, to;
    bool is_inside = false;  ///< other layers give what it reads, and read what it gives
};

bool is_map_layer(std::string_view type) {
    return type.find("Conv") != std::string_view::npos && type != "Conv1D";
}

/// True for a normalization between layers, whose features go on from block to block.
bool normalizes_trunk(std::string_view type) {
    return is_layer_normalization(type) || type.ends_with("LayerNorm2d") || type == "GroupNorm" ||
           type == "BatchNorm2d" || type == "BatchNorm3d";
}

class Stages {
  public:
    Stages(const SizedModel& sized, const ProbeResult& probe, const std::vector<Requirements::Pair>& sums,
           Equations* equations)
        : sized_(sized), probe_(probe), sums_(sums), equations_(*equations) {}

    void run() {
        collect_widths();
        collect_attention();
        for (const std::vector<std::uint32_t>& group : connected_widths()) join(group);
    }

  private:
    /// Widths are classes of sizes that one layer gives and another reads. Those of the trunk are the widths
    /// of maps, and of normalizations.
    void collect_widths() {
        std::set<std::uint32_t> read, given, trunk;
        for (std::uint32_t i = 0; i < sized_.modules.size(); ++i) {
            if (!probe_.is_called[i]) continue;
            const std::string_view type = sized_.modules[i].module->type;
            const auto in = base_of(i, SizeKind::Input), out = base_of(i, SizeKind::Output);
            if (in) read.insert(*in);
            if (out) given.insert(*out);
            if (in && out) steps_.push_back({*in, *out, false});
            if (out && is_map_layer(type)) trunk.insert(*out);
            const auto kept = normalizes_trunk(type) ? base_of(i, SizeKind::Kept) : std::nullopt;
            if (kept) trunk.insert(*kept);
        }
        std::set_intersection(read.begin(), read.end(), given.begin(), given.end(),
                              std::inserter(widths_, widths_.end()));
        std::set<std::uint32_t> joined;
        for (const auto& [a, b] : sums_)
            for (const std::uint32_t size : sizes_in(equations_.resolve(a) - equations_.resolve(b)))
                joined.insert(size);
        for (Step& step : steps_) {
            const auto is_inside = [&](std::uint32_t width) {
                return widths_.contains(width) || joined.contains(width);
            };
            step.is_inside = is_inside(step.from) && is_inside(step.to);
        }
        for (const std::uint32_t width : joined)
            if (given.contains(width)) widths_.insert(width);
        std::set_intersection(trunk.begin(), trunk.end(), widths_.begin(), widths_.end(),
                              std::inserter(trunk_, trunk_.end()));
    }

    std::optional<std::uint32_t> base_of(std::uint32_t module, SizeKind kind) {
        const auto size = sized_.find(module, kind);
        return size ? equations_.base_of(*size) : std::nullopt;
    }

    void collect_attention() {
        attention_ = equations_.free_sizes(probe_.requirements.queries);
        for (std::uint32_t i = 0; i < sized_.modules.size(); ++i) {
            const TextModule& text = sized_.modules[i];
            if (sized_.modules[text.parent].module->type != "MultiheadAttention") continue;
            if (const auto width = base_of(i, SizeKind::Input)) attention_.insert(*width);
        }
    }

    /// Widths that layers lead from one to another, or that are put side by side.
    std::vector<std::vector<std::uint32_t>> connected_widths() {
        std::map<std::uint32_t, std::uint32_t> leader;
        const auto find = [&](std::uint32_t width) {
            leader.emplace(width, width);
            while (leader[width] != width) width = leader[width] = leader[leader[width]];
            return width;
        };
        const auto connect = [&](std::uint32_t a, std::uint32_t b) { leader[find(a)] = find(b); };
        for (const Step& step : steps_)
            if (step.is_inside) connect(step.from, step.to);
        for (const auto& [a, b] : sums_) {
            const std::vector<std::uint32_t> sizes = sizes_in(equations_.resolve(a) - equations_.resolve(b));
            for (const std::uint32_t size : sizes) connect(size, sizes.front());
        }
        std::map<std::uint32_t, std::vector<std::uint32_t>> by_leader;
        for (const std::uint32_t width : widths_) by_leader[find(width)].push_back(width);
        std::vector<std::vector<std::uint32_t>> groups;
        for (auto& [first, group] : by_leader) groups.push_back(std::move(group));
        return groups;
    }

    /// Joins the widths of a trunk to multiples of the smallest, and then those of hidden layers.
    void join(const std::vector<std::uint32_t>& group) {
        std::vector<std::uint32_t> trunk, hidden;
        for (const std::uint32_t width : group) {
            if (trunk_.contains(width)) {
                trunk.push_back(width);
            } else if (leads_back(width)) {
                hidden.push_back(width);
            }
        }
        if (trunk.size() < 2) return;
        if (has_one_attention(trunk)) return join_to_attention(trunk);
        const auto smaller = [&](std::uint32_t a, std::uint32_t b) {
            return equations_.value(a) < equations_.value(b);
        };
        const std::uint32_t first = *std::min_element(trunk.begin(), trunk.end(), smaller);
        if (!are_multiples(trunk, first)) return;
        join_to(trunk, first);
        if (are_multiples(hidden, first)) join_to(hidden, first);
    }

    /// Maps of as many features as attention has are those of its embedding.
    void join_to_attention(const std::vector<std::uint32_t>& trunk) {
        const std::uint32_t width =
            *find_where(trunk, [&](std::uint32_t candidate) { return attention_.contains(candidate); });
        for (const std::uint32_t other : trunk)
            if (other != width && equations_.value(other) == equations_.value(width))
                equations_.require_equal(width, other);
    }

    /// True where attention has one width: the maps before it are those of an embedding.
    bool has_one_attention(const std::vector<std::uint32_t>& trunk) const {
        return count_if(trunk, [&](std::uint32_t width) { return attention_.contains(width); }) == 1;
    }

    bool are_multiples(const std::vector<std::uint32_t>& widths, std::uint32_t first) const {
        const std::int64_t unit = equations_.value(first);
        return unit > 1 &&
               all_of(widths, [&](std::uint32_t width) { return equations_.value(width) % unit == 0; });
    }

    void join_to(const std::vector<std::uint32_t>& widths, std::uint32_t first) {
        for (const std::uint32_t width : widths) {
            const Polynomial times = equations_.value(width) / equations_.value(first);
            if (width != first) equations_.require_equal(symbol_of(width), times * symbol_of(first));
        }
    }

    /// True for a width between two layers of which the second leads back to what the first reads.
    bool leads_back(std::uint32_t width) const {
        std::set<std::uint32_t> from;
        for (const Step& step : steps_)
            if (step.to == width) from.insert(step.from);
        return any_of(steps_, [&](const Step& step) {
            return step.from == width && from.contains(step.to) && trunk_.contains(step.to);
        });
    }

    const SizedModel& sized_;
    const ProbeResult& probe_;
    const std::vector<Requirements::Pair>& sums_;
    Equations& equations_;
    std::vector<Step> steps_;
    std::set<std::uint32_t> widths_, trunk_, attention_;
};

}  // namespace

void join_stages(const SizedModel& sized, const ProbeResult& probe,
                 const std::vector<Requirements::Pair>& sums, Equations* equations) {
    Stages(sized, probe, sums, equations).run();
}

}  // namespace paramscope::adjust
