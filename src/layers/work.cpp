#include "layers/work.h"

#include <algorithm>

#include "base/ranges.h"

namespace paramscope {

std::string_view to_string(Operation operation) {
    constexpr std::string_view names[kOperationKinds] = {
        "convolution",  "linear",        "attention score", "attention value", "matmul",     "recurrent",
        "bilinear",     "bias",          "addition",        "product",         "quotient",   "exponential",
        "square root",  "comparison",    "look-up",         "element",         "operator",   "affine",
        "pooled input", "pooled",        "state",           "sample weight",   "output MAC", "row",
        "masked",       "key and value", "kept state",      "input gradient"};
    return names[static_cast<std::size_t>(operation)];
}

namespace {

/// Kinds of most layers: matrix work, additions of a bias, output elements.
constexpr std::size_t kUsualKinds = 3;

/// The place of one kind's tally, the number of tallies when there is none.
std::size_t place_of(std::span<const Work::Tally> tallies, Operation operation) {
    const auto known = std::find_if(tallies.begin(), tallies.end(),
                                    [&](const Work::Tally& tally) { return tally.operation == operation; });
    return static_cast<std::size_t>(known - tallies.begin());
}

}  // namespace

const Polynomial& Work::times(Operation operation) const {
    static const Polynomial zero;
    const std::size_t known = place_of(tallies_.items(), operation);
    return known == tallies_.size() ? zero : tallies_[known].times;
}

void Work::add(Operation operation, const Polynomial& times) {
    if (times.is_zero()) return;
    const std::size_t known = place_of(tallies_.items(), operation);
    SharedList<Tally>::Items& tallies = tallies_.edit();
    if (known != tallies.size()) {
        tallies[known].times += times;
    } else {
        if (tallies.empty()) tallies.reserve(kUsualKinds);
        tallies.push_back({operation, times});
    }
}

bool Work::is_zero() const {
    return all_of(tallies_, [](const Tally& tally) { return tally.times.is_zero(); });
}

Work& Work::operator+=(const Work& other) {
    if (tallies_.empty()) {
        tallies_ = other.tallies_;
        return *this;
    }
    for (const Tally& tally : other.tallies_) add(tally.operation, tally.times);
    return *this;
}

Work& Work::operator*=(const Polynomial& factor) {
    if (tallies_.empty()) return *this;
    for (Tally& tally : tallies_.edit()) tally.times *= factor;
    return *this;
}

Polynomial masked_share(const Polynomial& tokens) {
    return (Polynomial(1) - Polynomial(1) / tokens) / 2;
}

void add_attention_work(Work* work, const Polynomial& score, const Polynomial& value,
                        const Polynomial& masked) {
    work->add(Operation::AttentionScore, score);
    work->add(Operation::AttentionValue, value);
    work->add(Operation::Masked, (score + value) * masked);
}

}  // namespace paramscope
