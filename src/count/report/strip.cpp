#include "count/report/strip.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "count/report/activations.h"
#include "count/report/conventions.h"
#include "count/report/memory.h"

namespace paramscope {
namespace {

constexpr std::size_t kMostStages = 24;  // where a stage is shown by its children
constexpr std::size_t kMostParts = 200;  // of the root
constexpr double kMainPart = 0.6;        // of all layers: a stage with more is shown by its children

/// Finds what the layers of a report cost; of modules that count the same, once.
class Costs {
  public:
    explicit Costs(const Report& report)
        : report_(report),
          convention_(find_convention(report.convention)),
          bytes_(bytes_of(model_dtype(report))) {}

    const LayerCosts& of(const NodeReport& row) {
        const auto [place, is_new] = known_.try_emplace(&*row.facts);
        if (is_new) place->second = {parameters(row), flops(row), number(created_elements(row) * bytes_)};
        return place->second;
    }

  private:
    static double parameters(const NodeReport& row) {
        double sum = 0;
        for (const TensorReport& tensor : row.facts->tensors) {
            const bool is_own = tensor.role == Role::Parameter && tensor.tied_to.empty();
            if (is_own && tensor.count) sum += static_cast<double>(*tensor.count);
        }
        return sum;
    }

    double flops(const NodeReport& row) const {
        if (convention_ == nullptr) return 0;
        return number(weigh(own_work(row), *convention_, report_.causal, matrix_passes(report_.mode)));
    }

    double number(const Polynomial& formula) const {
        if (formula.is_zero()) return 0;
        return static_cast<double>(report_.quantity(formula).value.value_or(0));
    }

    const Report& report_;
    const Convention* const convention_;
    const Polynomial bytes_;
    std::unordered_map<const ModuleFacts*, LayerCosts> known_;
};

class StripMaker {
  public:
    explicit StripMaker(const Report& report)
        : report_(report), costs_(report), ranges_(report.nodes.size()) {}

    Strip run() {
        if (report_.root() != nullptr) {
            visit(0);
            find_stages();
        }
        return std::move(strip_);
    }

  private:
    /// Adds the layers of a module. A tree has at most kDeepestModule levels.
    void visit(std::uint32_t index) {
        const NodeReport& row = report_.nodes[index];
        const std::size_t first = strip_.layers.size();
        const LayerCosts& costs = costs_.of(row);
        if (std::any_of(costs.begin(), costs.end(), [](double cost) { return cost > 0; })) {
            strip_.layers.push_back({index, costs});
            for (std::size_t track = 0; track < kStripTracks; ++track)
                strip_.highest[track] = std::max(strip_.highest[track], costs[track]);
        }
        for (const std::uint32_t child : children_in_order(index)) visit(child);
        ranges_[index] = {index, first, strip_.layers.size()};
        const OptionalInteger repeat = row.facts->repeat().value;
        if (repeat && *repeat > 1 && strip_.layers.size() > first) strip_.repeats.push_back(ranges_[index]);
    }

    /// The children by their first calls.
    std::vector<std::uint32_t> children_in_order(std::uint32_t parent) const {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> ordered;
        std::uint32_t order = 0;
        for (const std::uint32_t child : report_.children(parent)) {
            if (report_.nodes[child].call_order != 0) order = report_.nodes[child].call_order;
            ordered.emplace_back(order, child);
        }
        std::stable_sort(ordered.begin(), ordered.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
        std::vector<std::uint32_t> children;
        for (const auto& each : ordered) children.push_back(each.second);
        return children;
    }

    /// The children of the root; one that is most of the model, by its own children.
    void find_stages() {
        std::vector<LayerRange> stages = parts_of(0);
        if (stages.size() > kMostParts) return;  // a list of layers has no stages
        for (std::size_t i = 0; i < stages.size();) {
            const std::vector<LayerRange> parts = parts_of(stages[i].node);
            const auto layers = static_cast<double>(stages[i].end - stages[i].first);
            const bool is_main = layers > kMainPart * static_cast<double>(strip_.layers.size());
            if (!is_main || parts.size() < 2 || stages.size() + parts.size() > kMostStages) {
                ++i;
                continue;
            }
            const auto place = stages.erase(stages.begin() + static_cast<std::ptrdiff_t>(i));
            stages.insert(place, parts.begin(), parts.end());
        }
        strip_.stages = std::move(stages);
    }

    /// The children with layers; none of a module that is repeated.
    std::vector<LayerRange> parts_of(std::uint32_t parent) const {
        std::vector<LayerRange> parts;
        if (report_.nodes[parent].facts->repeat().value != Integer{1}) return parts;
        for (const std::uint32_t child : children_in_order(parent)) {
            if (ranges_[child].end > ranges_[child].first) parts.push_back(ranges_[child]);
        }
        return parts;
    }

    const Report& report_;
    Costs costs_;
    Strip strip_;
    std::vector<LayerRange> ranges_;  ///< by node
};

/// Lets neighbours share a bar, `share` of them.
void merge_neighbours(Strip* strip, std::size_t share) {
    std::vector<StripLayer> merged;
    for (std::size_t i = 0; i < strip->layers.size(); ++i) {
        const StripLayer& layer = strip->layers[i];
        if (i % share == 0) {
            merged.push_back(layer);
            continue;
        }
        if (layer.costs[1] > merged.back().costs[1]) merged.back().node = layer.node;
        for (std::size_t track = 0; track < kStripTracks; ++track)
            merged.back().costs[track] = std::max(merged.back().costs[track], layer.costs[track]);
    }
    strip->layers = std::move(merged);
    for (std::vector<LayerRange>* ranges : {&strip->repeats, &strip->stages}) {
        for (LayerRange& range : *ranges) {
            range.first /= share;
            range.end = (range.end + share - 1) / share;
        }
    }
}

}  // namespace

Strip strip_of(const Report& report, std::size_t most) {
    Strip strip = StripMaker(report).run();
    most = std::max<std::size_t>(most, 1);
    if (strip.layers.size() > most) merge_neighbours(&strip, (strip.layers.size() + most - 1) / most);
    return strip;
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
