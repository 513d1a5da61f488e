// The ranges of sliders, on a logarithmic scale. Independent of ImGui.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "algebra/integer.h"
#include "model/value_limits.h"

namespace paramscope::app {

/// Larger values have no slider.
inline constexpr Integer kSliderLimit = Integer{1} << 60;

struct SliderRange {
    Integer low = 1;
    Integer high = 1;

    /// The position of a value, 0 to 1.
    float position(Integer value) const;
    /// The value at a position, rounded to a sixteenth of the next power of two.
    Integer value_at(float position) const;
};

/// A few doublings around the usual value; both values are positive and in it.
SliderRange slider_range(Integer usual, Integer value);

/// The value a step above or below another, among those that fit.
Integer stepped(const ValueLimits& limits, Integer value, bool is_up);

/// The ranges that somebody has chosen, of one model.
class SliderRanges {
  public:
    /// Forgets the ranges of another model.
    void follow(std::uint64_t model);
    /// The range of a number by its name; `value` is in it.
    SliderRange of(std::string_view name, Integer usual, Integer value) const;
    void set(std::string_view name, const SliderRange& range);
    /// Increases with every change of a range.
    std::uint64_t version() const { return version_; }

  private:
    std::map<std::string, SliderRange, std::less<>> chosen_;
    std::uint64_t model_ = 0;
    std::uint64_t version_ = 0;
};

}  // namespace paramscope::app
