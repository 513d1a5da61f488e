#include "app/document/sliders/slider_range.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/document/logarithm.h"

namespace paramscope::app {
namespace {

/// A power of two, an eighth to a sixteenth of `value`.
Integer step_at(Integer value) {
    Integer step = 1;
    while (value >= 16) {
        value /= 2;
        step *= 2;
    }
    return step;
}

}  // namespace

float SliderRange::position(Integer value) const {
    if (high <= low) return 0;
    const double least = to_double(low);
    const float at =
        log2_of(to_double(std::max<Integer>(value, 1)) / least) / log2_of(to_double(high) / least);
    return std::clamp(at, 0.0f, 1.0f);
}

Integer SliderRange::value_at(float position) const {
    const double least = to_double(low);
    const double exact = least * static_cast<double>(exp2_of(position * log2_of(to_double(high) / least)));
    const Integer step = step_at(static_cast<Integer>(exact));
    const Integer rounded = static_cast<Integer>(std::llround(exact / to_double(step))) * step;
    return std::clamp(rounded, low, high);
}

SliderRange slider_range(Integer usual, Integer value) {
    SliderRange range;
    range.low = std::max<Integer>(1, usual / 16);
    range.high = std::max<Integer>(usual * 16, 64);
    range.low = std::min(range.low, value);
    range.high = std::max(range.high, value);
    return range;
}

Integer stepped(const ValueLimits& limits, Integer value, bool is_up) {
    const Integer wanted = limits.nearest(value + (is_up ? step_at(value) : -step_at(value)));
    const bool has_moved = is_up ? wanted > value : wanted < value;
    return has_moved ? wanted : limits.next(value, is_up);
}

void SliderRanges::follow(std::uint64_t model) {
    if (std::exchange(model_, model) == model) return;
    chosen_.clear();
    ++version_;
}

SliderRange SliderRanges::of(std::string_view name, Integer usual, Integer value) const {
    const auto chosen = chosen_.find(name);
    if (chosen == chosen_.end()) return slider_range(usual, value);
    return {std::min(chosen->second.low, value), std::max(chosen->second.high, value)};
}

void SliderRanges::set(std::string_view name, const SliderRange& range) {
    chosen_.insert_or_assign(std::string(name), range);
    ++version_;
}

}  // namespace paramscope::app
