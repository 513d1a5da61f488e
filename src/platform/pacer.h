// When the next frame is due: the rule that keeps an idle window from painting.
#pragma once

#include <limits>

namespace paramscope::platform {

/// All times are seconds on one clock that only moves forward.
class Pacer {
  public:
    static constexpr double kNever = std::numeric_limits<double>::infinity();

    /// Something happened: ImGui needs a few frames in a row to settle (layout follows input by up to two).
    void touch(double now);

    /// A frame is wanted at `time`; the earliest wish is kept until the next frame.
    void wake_at(double time);

    /// A frame begins at `now`: it fulfils every wish made before it.
    void begin_frame(double now);

    /// Seconds from `now` to the next frame: 0 when it is due, kNever when nothing is wanted.
    double wait(double now) const;

  private:
    int frames_left_ = 0;
    double touched_at_ = -kNever;
    double painted_at_ = -kNever;
    double wake_ = kNever;
};

}  // namespace paramscope::platform
