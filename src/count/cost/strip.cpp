#include "count/cost/strip.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "base/ranges.h"
#include "count/cost/memory.h"
#include "count/passes/activations.h"
#include "count/report/conventions.h"
#include "count/report/facts_memo.h"
#include "count/report/instance_counts.h"
#include "count/report/tensor_numbers.h"

namespace paramscope {
namespace {

constexpr auto kFlops = static_cast<std::size_t>(Track::Flops);
constexpr std::size_t kMostStages = 24;  // where a stage is shown by its children
constexpr std::size_t kMostParts = 200;  // of the root
constexpr double kMainPart = 0.6;        // of all layers: a stage with more is shown by its children

/// Finds what the layers of a report cost.
class Costs {
  public:
    explicit Costs(const Report& report)
        : report_(report),
          convention_(find_convention(report.convention)),
          bytes_(bytes_of(model_dtype(report))) {}

    const LayerCosts& of(const NodeReport& row) {
        return known_.of(*row.facts, [&] {
            return LayerCosts{parameters(row), flops(row), number(created_elements(row) * bytes_), 0};
        });
    }

    bool has_any(const NodeReport& row) {
        const LayerCosts& costs = of(row);
        return any_of(costs, [](double cost) { return cost > 0; });
    }

  private:
    static double parameters(const NodeReport& row) {
        double sum = 0;
        for_each_count(row.facts->tensors, [&](const TensorReport& tensor, double count) {
            if (tensor.role == Role::Parameter && tensor.tied_to.empty()) sum += count;
        });
        return sum;
    }

    double flops(const NodeReport& row) const {
        if (convention_ == nullptr || row.facts->work.tallies().empty()) return 0;
        return number(weigh(own_work(row), *convention_, report_.causal, matrix_passes(report_.mode)));
    }

    double number(const Polynomial& formula) const {
        if (formula.is_zero()) return 0;
        return to_double(report_.quantity(formula).value.value_or(0));
    }

    const Report& report_;
    const Convention* const convention_;
    const Polynomial bytes_;
    FactsMemo<LayerCosts> known_;
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

/// The children of a module by their first calls, one after the other.
class ChildrenInOrder {
  public:
    ChildrenInOrder(const Report& report, std::uint32_t parent)
        : report_(&report), next_(parent + 1), end_(report.nodes[parent].subtree_end) {
        if (!are_in_order(report, parent)) sort(parent);
    }

    /// The next child; nullopt after the last.
    std::optional<std::uint32_t> take() {
        if (!sorted_.empty()) return at_ < sorted_.size() ? std::optional(sorted_[at_++]) : std::nullopt;
        if (next_ == end_) return std::nullopt;
        return std::exchange(next_, report_->nodes[next_].subtree_end);
    }

  private:
    /// Most are in that order as they are printed; children without a call follow the sibling before them.
    static bool are_in_order(const Report& report, std::uint32_t parent) {
        std::uint32_t order = 0;
        for (const std::uint32_t child : report.children(parent)) {
            const std::uint32_t own = report.nodes[child].call_order;
            if (own != 0 && own < order) return false;
            order = std::max(order, own);
        }
        return true;
    }

    void sort(std::uint32_t parent) {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> ordered;
        std::uint32_t order = 0;
        for (const std::uint32_t child : report_->children(parent)) {
            if (report_->nodes[child].call_order != 0) order = report_->nodes[child].call_order;
            ordered.emplace_back(order, child);
        }
        stable_sort(ordered, [](const auto& a, const auto& b) { return a.first < b.first; });
        for (const auto& each : ordered) sorted_.push_back(each.second);
    }

    const Report* report_;
    std::uint32_t next_, end_;
    std::vector<std::uint32_t> sorted_;  ///< empty where they are printed in order
    std::size_t at_ = 0;
};

}  // namespace

class StripMaker::Work {
  public:
    Work(const Report& report, std::size_t most, const Roofline* line)
        : report_(report),
          costs_(report),
          ranges_(report.nodes.size()),
          most_(std::max<std::size_t>(most, 1)) {
        if (line != nullptr) seconds_ = seconds_of_one(report, *line);
        if (line != nullptr) strip_.device = line->device;
    }

    bool advance(std::size_t rows) {
        const std::size_t all = report_.nodes.size();
        for (; rows > 0 && counted_ < all; --rows) layers_ += has_any(counted_++) ? 1U : 0U;
        if (counted_ < all || all == 0) return all == 0;
        if (!has_begun_) begin();
        for (; rows > 0 && !opened_.empty(); --rows) visit_next();
        if (!opened_.empty()) return false;
        finish();
        return true;
    }

    Strip take() { return std::move(strip_); }

  private:
    /// Layers of a module, `first` to the one before `end`.
    struct Layers {
        std::uint32_t first = 0, end = 0;
    };

    /// A module whose children are being visited.
    struct Opened {
        std::uint32_t node;
        ChildrenInOrder children;
    };

    double seconds(std::uint32_t index) const { return seconds_.empty() ? 0 : seconds_[index]; }

    bool has_any(std::uint32_t index) { return seconds(index) > 0 || costs_.has_any(report_.nodes[index]); }

    LayerCosts costs_of(std::uint32_t index) {
        LayerCosts costs = costs_.of(report_.nodes[index]);
        costs[static_cast<std::size_t>(Track::Seconds)] = seconds(index);
        return costs;
    }

    /// Begins with the layers, which are counted.
    void begin() {
        has_begun_ = true;
        share_ = std::max<std::size_t>(1, (std::exchange(layers_, 0) + most_ - 1) / most_);
        open(0);
    }

    void open(std::uint32_t node) {
        ranges_[node].first = layers_;
        if (has_any(node)) add(node, costs_of(node));
        opened_.push_back({node, ChildrenInOrder(report_, node)});
    }

    void visit_next() {
        const std::optional<std::uint32_t> child = opened_.back().children.take();
        if (!child) return close();
        open(*child);
    }

    void close() {
        const std::uint32_t node = opened_.back().node;
        opened_.pop_back();
        ranges_[node].end = layers_;
        const OptionalInteger repeat = report_.nodes[node].facts->repeat().value;
        if (repeat && *repeat > 1 && layers_ > ranges_[node].first) strip_.repeats.push_back(range_of(node));
    }

    void finish() {
        find_stages();
        share_bars(&strip_.repeats);
        share_bars(&strip_.stages);
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
        ChildrenInOrder children(report_, parent);
        while (const std::optional<std::uint32_t> child = children.take()) {
            if (ranges_[*child].end > ranges_[*child].first) parts.push_back(range_of(*child));
            if (parts.size() > kMostParts) break;
        }
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
    std::vector<Layers> ranges_;   ///< by node
    std::vector<Opened> opened_;   ///< the module that is visited, and those around it
    const std::size_t most_;
    std::size_t share_ = 1;      ///< layers that share a bar
    std::uint32_t counted_ = 0;  ///< rows that were looked at for layers
    std::uint32_t layers_ = 0;   ///< that were counted, and then added
    bool has_begun_ = false;
};

StripMaker::StripMaker(const Report& report, std::size_t most, const Roofline* line)
    : work_(std::make_unique<Work>(report, most, line)) {}

StripMaker::~StripMaker() = default;

bool StripMaker::advance(std::size_t rows) {
    return work_->advance(rows);
}

Strip StripMaker::take() {
    return work_->take();
}

Strip strip_of(const Report& report, std::size_t most, const Roofline* line) {
    StripMaker maker(report, most, line);
    while (!maker.advance(SIZE_MAX)) {
    }
    return maker.take();
}

std::size_t Strip::tracks() const {
    std::size_t tracks = device ? kStripTracks : kStripTracks - 1;
    while (tracks > 1 && highest[tracks - 1] <= 0) --tracks;
    return tracks;
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
