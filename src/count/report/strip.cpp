#include "count/report/strip.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "count/report/activations.h"
#include "count/report/conventions.h"
#include "count/report/instance_counts.h"
#include "count/report/memory.h"
#include "count/report/tensor_numbers.h"

namespace paramscope {
namespace {

constexpr auto kFlops = static_cast<std::size_t>(Track::Flops);
constexpr std::size_t kMostStages = 24;  // where a stage is shown by its children
constexpr std::size_t kMostParts = 200;  // of the root
constexpr double kMainPart = 0.6;        // of all layers: a stage with more is shown by its children

/// Finds what the layers of a report cost. Modules that count the same are found once while they are near
/// each other, as nearly all are.
class Costs {
  public:
    explicit Costs(const Report& report)
        : report_(report),
          convention_(find_convention(report.convention)),
          bytes_(bytes_of(model_dtype(report))) {}

    const LayerCosts& of(const NodeReport& row) {
        const ModuleFacts* facts = &*row.facts;
        auto& [known, costs] =
            known_[reinterpret_cast<std::uintptr_t>(facts) / alignof(ModuleFacts) % kKnown];
        if (known != facts) costs = {parameters(row), flops(row), number(created_elements(row) * bytes_), 0};
        known = facts;
        return costs;
    }

    bool has_any(const NodeReport& row) {
        if (parameters(row) > 0) return true;
        const LayerCosts& costs = of(row);
        return std::any_of(costs.begin(), costs.end(), [](double cost) { return cost > 0; });
    }

  private:
    static double parameters(const NodeReport& row) {
        double sum = 0;
        for_each_elements(row.facts->tensors, [&](const TensorReport& tensor, const Polynomial& elements) {
            if (tensor.role != Role::Parameter || !tensor.tied_to.empty()) return;
            const std::optional<std::int64_t> whole = elements.whole();
            sum += static_cast<double>(whole ? Integer{*whole} : tensor.count.value_or(0));
        });
        return sum;
    }

    double flops(const NodeReport& row) const {
        if (convention_ == nullptr || row.facts->work.tallies().empty()) return 0;
        return number(weigh(own_work(row), *convention_, report_.causal, matrix_passes(report_.mode)));
    }

    double number(const Polynomial& formula) const {
        if (formula.is_zero()) return 0;
        return static_cast<double>(report_.quantity(formula).value.value_or(0));
    }

    const Report& report_;
    const Convention* const convention_;
    const Polynomial bytes_;
    static constexpr std::size_t kKnown = 1021;  // prime: facts lie at regular places
    std::array<std::pair<const ModuleFacts*, LayerCosts>, kKnown> known_{};
};

/// The least time of each module for one of its instances, by node: a roofline has that of all together.
std::vector<double> seconds_of_one(const Report& report, const Roofline& line) {
    std::vector<double> seconds(report.nodes.size());
    const std::vector<double> instances = instance_counts(report);
    for (const LayerTime& layer : line.layers) {
        const OptionalInteger repeat = report.nodes[layer.node].facts->repeat().value;
        const double all = instances[layer.node] * static_cast<double>(repeat.value_or(1));
        seconds[layer.node] = all > 0 ? layer.seconds / all : 0;
    }
    return seconds;
}

class StripMaker {
  public:
    /// Makes a strip of `most` layers or fewer.
    StripMaker(const Report& report, std::size_t most, const Roofline* line)
        : report_(report), costs_(report), ranges_(report.nodes.size()) {
        if (line != nullptr) seconds_ = seconds_of_one(report, *line);
        if (line != nullptr) strip_.device = line->device;
        std::size_t layers = 0;
        for (std::uint32_t i = 0; i < report.nodes.size(); ++i) layers += has_any(i) ? 1U : 0U;
        share_ = std::max<std::size_t>(1, (layers + most - 1) / most);
    }

    Strip run() {
        if (report_.root() != nullptr) {
            visit(0);
            find_stages();
            share_bars(&strip_.repeats);
            share_bars(&strip_.stages);
        }
        return std::move(strip_);
    }

  private:
    /// Layers of a module, `first` to the one before `end`.
    struct Layers {
        std::uint32_t first = 0, end = 0;
    };

    double seconds(std::uint32_t index) const { return seconds_.empty() ? 0 : seconds_[index]; }

    bool has_any(std::uint32_t index) { return seconds(index) > 0 || costs_.has_any(report_.nodes[index]); }

    LayerCosts costs_of(std::uint32_t index) {
        LayerCosts costs = costs_.of(report_.nodes[index]);
        costs[static_cast<std::size_t>(Track::Seconds)] = seconds(index);
        return costs;
    }

    /// Adds the layers of a module. A tree has at most kDeepestModule levels.
    void visit(std::uint32_t index) {
        const NodeReport& row = report_.nodes[index];
        const std::uint32_t first = layers_;
        if (has_any(index)) add(index, costs_of(index));
        for_each_child(index, [this](std::uint32_t child) {
            visit(child);
            return true;
        });
        ranges_[index] = {first, layers_};
        const OptionalInteger repeat = row.facts->repeat().value;
        if (repeat && *repeat > 1 && layers_ > first) strip_.repeats.push_back(range_of(index));
    }

    /// Adds a layer: to the last bar, or as the first of a bar.
    void add(std::uint32_t node, const LayerCosts& costs) {
        const auto raise = [&costs](LayerCosts& highest) {
            for (std::size_t track = 0; track < kStripTracks; ++track)
                highest[track] = std::max(highest[track], costs[track]);
        };
        raise(strip_.highest);
        if (layers_++ % share_ == 0) return strip_.layers.push_back({node, costs});
        StripLayer& bar = strip_.layers.back();
        if (costs[kFlops] > bar.costs[kFlops]) bar.node = node;
        raise(bar.costs);
    }

    /// Calls `visit` with the children by their first calls until it returns false. Most are in that order.
    template <typename Visit>
    void for_each_child(std::uint32_t parent, const Visit& visit) const {
        std::uint32_t order = 0;
        bool is_ordered = true;
        for (const std::uint32_t child : report_.children(parent)) {
            const std::uint32_t own = report_.nodes[child].call_order;
            is_ordered = is_ordered && (own == 0 || own >= order);
            order = std::max(order, own);
        }
        if (!is_ordered) return for_each_sorted_child(parent, visit);
        for (const std::uint32_t child : report_.children(parent)) {
            if (!visit(child)) return;
        }
    }

    template <typename Visit>
    void for_each_sorted_child(std::uint32_t parent, const Visit& visit) const {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> ordered;
        std::uint32_t order = 0;
        for (const std::uint32_t child : report_.children(parent)) {
            if (report_.nodes[child].call_order != 0) order = report_.nodes[child].call_order;
            ordered.emplace_back(order, child);
        }
        std::stable_sort(ordered.begin(), ordered.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
        for (const auto& each : ordered) {
            if (!visit(each.second)) return;
        }
    }

    /// The children of the root; one that is most of the model, by its own children.
    void find_stages() {
        std::vector<LayerRange> stages = parts_of(0);
        if (stages.size() > kMostParts) return;  // a list of layers has no stages
        for (std::size_t i = 0; i < stages.size();) {
            const std::vector<LayerRange> parts = parts_of(stages[i].node);
            const auto layers = static_cast<double>(stages[i].end - stages[i].first);
            const bool is_main = layers > kMainPart * layers_;
            if (!is_main || parts.size() < 2 || stages.size() + parts.size() > kMostStages) {
                ++i;
                continue;
            }
            const auto place = stages.erase(stages.begin() + static_cast<std::ptrdiff_t>(i));
            stages.insert(place, parts.begin(), parts.end());
        }
        strip_.stages = std::move(stages);
    }

    /// The children with layers, of more than kMostParts the first; none of a module that is repeated.
    std::vector<LayerRange> parts_of(std::uint32_t parent) const {
        std::vector<LayerRange> parts;
        if (report_.nodes[parent].facts->repeat().value != Integer{1}) return parts;
        for_each_child(parent, [&](std::uint32_t child) {
            if (ranges_[child].end > ranges_[child].first) parts.push_back(range_of(child));
            return parts.size() <= kMostParts;
        });
        return parts;
    }

    LayerRange range_of(std::uint32_t node) const { return {node, ranges_[node].first, ranges_[node].end}; }

    /// Turns layers into bars.
    void share_bars(std::vector<LayerRange>* ranges) const {
        for (LayerRange& range : *ranges) {
            range.first /= share_;
            range.end = (range.end + share_ - 1) / share_;
        }
    }

    const Report& report_;
    Costs costs_;
    Strip strip_;
    std::vector<double> seconds_;  ///< by node; empty without a roofline
    std::size_t share_ = 1;        ///< layers that share a bar
    std::uint32_t layers_ = 0;     ///< that were added
    std::vector<Layers> ranges_;   ///< by node
};

}  // namespace

Strip strip_of(const Report& report, std::size_t most, const Roofline* line) {
    return StripMaker(report, std::max<std::size_t>(most, 1), line).run();
}

std::optional<std::size_t> layer_of(const Strip& strip, const Report& report, std::uint32_t node) {
    if (node >= report.nodes.size()) return std::nullopt;
    for (std::size_t i = 0; i < strip.layers.size(); ++i) {
        const std::uint32_t shown = strip.layers[i].node;
        if (shown >= node && shown < report.nodes[node].subtree_end) return i;
    }
    return std::nullopt;
}

}  // namespace paramscope
