// Schedules frames so that an idle window does not paint.
#pragma once

#include <limits>

namespace paramscope::platform {

/// All times are seconds on one clock that only moves forward.
class Pacer {
  public:
    static constexpr double kNever = std::numeric_limits<double>::infinity();

    /// Requests the few frames in a row that ImGui needs to settle after an event (layout follows input by up
    /// to two frames).
    void touch(double now);

    /// Requests a frame at `time`; the earliest request is kept until the next frame.
    void wake_at(double time);

    /// Begins a frame at `now`, which fulfils all earlier requests.
    void begin_frame(double now);

    /// Seconds from `now` to the next frame: 0 when it is due, kNever when none is requested.
    double wait(double now) const;

  private:
    int frames_left_ = 0;
    double touched_at_ = -kNever;
    double painted_at_ = -kNever;
    double wake_ = kNever;
};

}  // namespace paramscope::platform
