#include "layers/work.h"

#include <algorithm>

namespace paramscope {

std::string_view to_string(Operation operation) {
    constexpr std::string_view names[kOperationKinds] = {
        "convolution",  "linear",       "attention score", "attention value", "matmul",     "recurrent",
        "bilinear",     "bias",         "addition",        "product",         "quotient",   "exponential",
        "square root",  "comparison",   "look-up",         "element",         "operator",   "affine",
        "pooled input", "pooled",       "state",           "sample weight",   "output MAC", "row",
        "masked",       "key and value"};
    return names[static_cast<std::size_t>(operation)];
}

namespace {

/// Kinds of most layers: matrix work, additions of a bias, output elements.
constexpr std::size_t kUsualKinds = 3;

/// The tally of one kind, the end when there is none.
template <typename Tallies>
auto find_tally(Tallies& tallies, Operation operation) {
    return std::find_if(tallies.begin(), tallies.end(),
                        [&](const Work::Tally& tally) { return tally.operation == operation; });
}

}  // namespace

const Polynomial& Work::times(Operation operation) const {
    static const Polynomial zero;
    const auto known = find_tally(tallies_, operation);
    return known == tallies_.end() ? zero : known->times;
}

void Work::add(Operation operation, const Polynomial& times) {
    if (times.is_zero()) return;
    const auto known = find_tally(tallies_, operation);
    if (known != tallies_.end()) {
        known->times += times;
    } else {
        if (tallies_.empty()) tallies_.reserve(kUsualKinds);
        tallies_.push_back({operation, times});
    }
}

bool Work::is_zero() const {
    return std::all_of(tallies_.begin(), tallies_.end(),
                       [](const Tally& tally) { return tally.times.is_zero(); });
}

Work& Work::operator+=(const Work& other) {
    for (const Tally& tally : other.tallies_) add(tally.operation, tally.times);
    return *this;
}

Work& Work::operator*=(const Polynomial& factor) {
    for (Tally& tally : tallies_) tally.times *= factor;
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
