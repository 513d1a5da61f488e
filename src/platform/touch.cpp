#include "platform/touch.h"

#include <algorithm>
#include <cmath>

#include "base/ranges.h"

namespace paramscope::platform {
namespace {

/// A finger that rests this many seconds before it is lifted starts no swing.
constexpr double kRest = 0.08;

TouchPoint difference(TouchPoint a, TouchPoint b) {
    return {a.x - b.x, a.y - b.y};
}

float length(TouchPoint a) {
    return std::hypot(a.x, a.y);
}

TouchPoint middle(TouchPoint a, TouchPoint b) {
    return {(a.x + b.x) * 0.5f, (a.y + b.y) * 0.5f};
}

}  // namespace

Touch::Finger* Touch::find(int finger) {
    return find_by(fingers_, &Finger::id, finger);
}

TouchAct Touch::down(int finger, TouchPoint at, double now) {
    Finger* free = find(-1);
    if (free == nullptr || find(finger) != nullptr) return {};
    *free = {finger, at};
    const bool second = fingers_[0].id >= 0 && fingers_[1].id >= 0;
    if (second) {
        const bool pressed = state_ == State::Dragging;
        state_ = State::Pinching;
        return {pressed ? TouchAct::Kind::Cancel : TouchAct::Kind::Nothing, at};
    }
    // A finger that stops a swing has no other effect.
    state_ = swings() ? State::Done : State::Waiting;
    is_moved_ = false;
    speed_ = {};
    start_ = at;
    since_ = now;
    return {state_ == State::Waiting ? TouchAct::Kind::Point : TouchAct::Kind::Nothing, at};
}

TouchAct Touch::move(int finger, TouchPoint at, double now, std::optional<bool> drags) {
    Finger* moved = find(finger);
    if (moved == nullptr) return {};
    const std::array<Finger, 2> before = fingers_;
    if (state_ == State::Waiting) {
        is_moved_ = is_moved_ || length(difference(at, start_)) >= kSlop;
        if (!is_moved_ || !drags) return {};
        state_ = *drags ? State::Dragging : State::Scrolling;
        moved->at = at;
        if (*drags) return {TouchAct::Kind::Press, start_};
        since_ = now;
        return {TouchAct::Kind::Scroll, at, difference(at, start_)};
    }
    const TouchPoint step = difference(at, moved->at);
    moved->at = at;
    if (state_ == State::Dragging) return {TouchAct::Kind::Drag, at};
    if (state_ == State::Pinching) return pinch(before);
    if (state_ != State::Scrolling) return {};
    const double passed = std::max(now - since_, 1e-3);
    // Smooths the speed over some hundredths of a second, since fingers tremble.
    const auto share = 1 - std::exp(static_cast<float>(-passed / 0.04));
    speed_.x += (step.x / static_cast<float>(passed) - speed_.x) * share;
    speed_.y += (step.y / static_cast<float>(passed) - speed_.y) * share;
    since_ = now;
    return {TouchAct::Kind::Scroll, at, step};
}

TouchAct Touch::pinch(const std::array<Finger, 2>& before) {
    const float was = length(difference(before[0].at, before[1].at));
    const float is = length(difference(fingers_[0].at, fingers_[1].at));
    const TouchPoint at = middle(fingers_[0].at, fingers_[1].at);
    return {TouchAct::Kind::Pinch, at, difference(at, middle(before[0].at, before[1].at)),
            was > 1 && is > 1 ? is / was : 1};
}

TouchAct Touch::up(int finger, double now) {
    Finger* gone = find(finger);
    if (gone == nullptr) return {};
    const TouchPoint at = gone->at;
    gone->id = -1;
    // The remaining finger of a pinch has no further effect.
    if (fingers_[0].id >= 0 || fingers_[1].id >= 0) {
        state_ = State::Done;
        return {};
    }
    const State ended = state_;
    state_ = State::Idle;
    if (ended != State::Scrolling || now - since_ > kRest || length(speed_) < kSlowest) speed_ = {};
    since_ = now;
    if (ended == State::Dragging) return {TouchAct::Kind::Release, at};
    if (ended == State::Waiting && !is_moved_) return {TouchAct::Kind::Tap, start_};
    return {};
}

TouchAct Touch::cancel(int finger) {
    Finger* gone = find(finger);
    if (gone == nullptr) return {};
    const TouchPoint at = gone->at;
    gone->id = -1;
    const bool pressed = state_ == State::Dragging;
    state_ = fingers_[0].id >= 0 || fingers_[1].id >= 0 ? State::Done : State::Idle;
    speed_ = {};
    return {pressed ? TouchAct::Kind::Cancel : TouchAct::Kind::Nothing, at};
}

TouchAct Touch::tick(double now) {
    if (state_ == State::Waiting && !is_moved_ && now - since_ >= kLongPress) {
        state_ = State::Done;
        return {TouchAct::Kind::Menu, start_};
    }
    if (!swings()) return {};
    const double passed = std::max(now - since_, 0.0);
    since_ = now;
    const TouchPoint step{speed_.x * static_cast<float>(passed), speed_.y * static_cast<float>(passed)};
    const auto left = std::exp(static_cast<float>(-passed * kSwingDecay));
    speed_ = {speed_.x * left, speed_.y * left};
    if (length(speed_) < kSlowest) speed_ = {};
    return {TouchAct::Kind::Scroll, start_, step};
}

std::optional<double> Touch::wait(double now) const {
    if (swings()) return 0;
    if (state_ == State::Waiting && !is_moved_) return std::max(0.0, since_ + kLongPress - now);
    return std::nullopt;
}

}  // namespace paramscope::platform
