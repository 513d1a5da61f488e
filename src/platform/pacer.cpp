#include "platform/pacer.h"

#include <algorithm>

namespace paramscope::platform {
namespace {

constexpr int kSettlingFrames = 3;

// ImGui shows tooltips after the pointer has rested for 0.15 s, slow ones 0.4 s later. No event arrives at
// those times, so these frames are scheduled.
constexpr double kSecondLooks[] = {0.2, 0.6};

}  // namespace

void Pacer::touch(double now) {
    frames_left_ = kSettlingFrames;
    touched_at_ = now;
}

void Pacer::wake_at(double time) {
    wake_ = std::min(wake_, time);
}

void Pacer::begin_frame(double now) {
    frames_left_ = std::max(frames_left_ - 1, 0);
    painted_at_ = now;
    wake_ = kNever;
}

double Pacer::wait(double now) const {
    if (frames_left_ > 0) return 0;
    double due = wake_;
    for (const double delay : kSecondLooks) {
        if (touched_at_ + delay > painted_at_) due = std::min(due, touched_at_ + delay);
    }
    return std::max(due - now, 0.0);
}

}  // namespace paramscope::platform
