// A slider that runs by itself: up to its end, down to the other, and back to where it began. Independent of
// ImGui.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "algebra/integer.h"

namespace paramscope::app {

class SliderRun {
  public:
    bool is_on() const { return !name_.empty(); }
    bool is_of(std::string_view name) const { return is_on() && name == name_; }
    /// Begins at a value, whose position is 0 to 1.
    void begin(std::string_view name, Integer value, float position);
    /// Goes on for some seconds. The position then; nullopt at the end, back at first().
    std::optional<float> advance(double seconds);
    /// The value that it began with.
    Integer first() const { return first_; }
    void end() { name_.clear(); }

  private:
    std::string name_;
    Integer first_ = 0;
    double began_at_ = 0;  ///< position
    double way_ = 0;       ///< in lengths of the slider, of two
};

}  // namespace paramscope::app
