#include "count/report/measure.h"

#include <algorithm>

#include "base/ranges.h"
#include "count/report/instance_counts.h"
#include "count/report/tensor_numbers.h"
#include "model/dtype.h"

namespace paramscope {
namespace {

constexpr double kHeaviest = 1e60;  // beyond the range of 128-bit integers, with headroom for sums

double number(const std::optional<Integer>& value) {
    return value ? std::max(to_double(*value), 0.0) : 0;
}

double bits_in(std::string_view dtype) {
    return bits_of(dtype).value_or(32).to_double();
}

/// `usual_bits` are those of a tensor without a dtype of its own.
double own_bytes(const NodeReport& node, double usual_bits) {
    double bits = 0;
    for_each_count(node.facts->tensors, [&](const TensorReport& tensor, double count) {
        if (tensor.role != Role::Parameter || !tensor.tied_to.empty()) return;
        const double of_each = tensor.dtype.empty() ? usual_bits : bits_in(tensor.dtype);
        bits += std::max(count, 0.0) * of_each;
    });
    return bits / 8;
}

double repeats(const NodeReport& node) {
    return node.facts->repeat().value ? number(node.facts->repeat().value) : 1;
}

/// The weight of one instance; of bytes, those of its own tensors.
double weight_of_one(const NodeReport& node, Measure measure, double usual_bits) {
    if (measure == Measure::Parameters) return number(node.facts->parameters.value);
    if (measure == Measure::Flops) return number(node.facts->flops.value);
    return own_bytes(node, usual_bits) * repeats(node);
}

/// The sum of the weights of a node's children.
double weight_below(const Weights& weights, std::size_t node) {
    double sum = 0;
    for (std::size_t child = node + 1; child < weights.end[node]; child = weights.end[child])
        sum += weights.of[child];
    return sum;
}

}  // namespace

Weighing::Weighing(const Report& report, Measure measure)
    : report_(report),
      measure_(measure),
      usual_bits_(bits_in(report.model ? std::string_view(report.model->dtype) : std::string_view())),
      below_(report.nodes.size()) {
    weights_.of = instance_counts(report);
    weights_.end.reserve(report.nodes.size());
    weights_.depth.reserve(report.nodes.size());
}

bool Weighing::advance(std::size_t rows) {
    const std::size_t count = report_.nodes.size();
    for (; rows > 0 && alone_ < count; --rows) weigh_alone(alone_++);
    for (; rows > 0 && below_ > 0; --rows) weigh_with_children(--below_);
    return below_ == 0;
}

void Weighing::weigh_alone(std::size_t node) {
    const NodeReport& row = report_.nodes[node];
    weights_.end.push_back(row.subtree_end);
    weights_.depth.push_back(row.depth);
    const bool is_alike = node > 0 && row.facts.is_same_object(report_.nodes[node - 1].facts);
    if (!is_alike) weight_of_one_ = weight_of_one(row, measure_, usual_bits_);
    weights_.of[node] = std::min(weight_of_one_ * weights_.of[node], kHeaviest);
}

/// Bytes are summed here; for the other measures a parent whose total is smaller than its children's sum is
/// raised to it.
void Weighing::weigh_with_children(std::size_t node) {
    const double below = weight_below(weights_, node);
    double& weight = weights_.of[node];
    weight = measure_ == Measure::Bytes ? weight + below : std::max(weight, below);
    weight = std::min(weight, node == 0 ? kHeaviest * 2 : kHeaviest);
}

Weights weigh(const Report& report, Measure measure) {
    Weighing weighing(report, measure);
    while (!weighing.advance(report.nodes.size())) {
    }
    return weighing.take();
}

bool needs_input(const Report& report, Measure measure) {
    const NodeReport* root = report.root();
    return measure == Measure::Flops && root != nullptr && root->facts->flops.is_unknown() &&
           report.inputs.empty();
}

double own_weight(const Weights& weights, std::uint32_t node) {
    double own = weights.of[node];
    for (std::uint32_t child = node + 1; child < weights.end[node]; child = weights.end[child]) {
        own -= weights.of[child];
    }
    // Ignores rounding errors of sums of doubles.
    return own > weights.of[node] * 1e-9 ? own : 0;
}

std::vector<FamilyShare> family_shares(const Parts& parts, const Weights& weights) {
    std::vector<FamilyShare> shares;
    if (weights.of.empty() || weights.of[0] <= 0) return shares;
    for (std::uint32_t node = 0; node < weights.of.size(); ++node) {
        const double own = own_weight(weights, node);
        if (own <= 0) continue;
        const std::string_view family = parts.of_own(node);
        auto* found = find_by(shares, &FamilyShare::family, family);
        if (found == nullptr) found = &shares.emplace_back(FamilyShare{family, 0, 0});
        found->weight += own;
    }
    for (FamilyShare& share : shares) share.share = share.weight / weights.of[0];
    stable_sort(shares, [](const FamilyShare& a, const FamilyShare& b) { return a.weight > b.weight; });
    return shares;
}

}  // namespace paramscope
