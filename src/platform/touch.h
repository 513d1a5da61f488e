// What fingers mean: a tap, a drag of something, scrolling with a swing, a long press, a pinch. No ImGui
// here.
//
// Fingers come as they move; each call answers with what to do about it. A finger that has just come down
// waits: it scrolls when it moves, unless what is under it is meant to be dragged; it taps when it goes up
// before that; it asks for the context menu when it stays.
#pragma once

#include <array>
#include <optional>

namespace paramscope::platform {

struct TouchPoint {
    float x = 0;
    float y = 0;
};

/// What to do.
struct TouchAct {
    enum class Kind {
        Nothing,
        Point,    ///< something is under the finger, which may be known at the next frame
        Tap,      ///< press and release at `at`
        Press,    ///< press at `at`, which is where the finger came down, and drag from there
        Drag,     ///< the finger that pressed is at `at`
        Release,  ///< it went up there
        Menu,     ///< a long press at `at`
        Scroll,   ///< by `move`
        Pinch,    ///< around `at`: the fingers moved by `move`, their distance changed by the factor `scale`
        Cancel,   ///< what was pressed is let go without meaning it
    };

    Kind kind = Kind::Nothing;
    TouchPoint at = {};
    TouchPoint move = {};
    float scale = 1;
};

class Touch {
  public:
    static constexpr float kSlop = 8;           ///< a finger that moves less than this rests, in CSS pixels
    static constexpr double kLongPress = 0.45;  ///< seconds
    static constexpr float kSlowest = 15;       ///< a swing slower than this ends, in CSS pixels a second
    static constexpr double kSwingDecay = 3.2;  ///< a second divides a swing's speed by e to this power

    TouchAct down(int finger, TouchPoint at, double now);
    /// `drags`: what the finger came down on wants to be dragged; nullopt while that is not known.
    TouchAct move(int finger, TouchPoint at, double now, std::optional<bool> drags);
    TouchAct up(int finger, double now);
    /// The browser took the finger for something of its own.
    TouchAct cancel(int finger);

    /// What time alone does: a long press, a swing going on. Call it in every frame.
    TouchAct tick(double now);
    /// Seconds until tick() has something to do; nullopt: never, as things are.
    std::optional<double> wait(double now) const;

    /// Ends a swing.
    void stop() { speed_ = {}; }

  private:
    enum class State { Idle, Waiting, Dragging, Scrolling, Pinching, Done };

    struct Finger {
        int id = -1;
        TouchPoint at;
    };

    Finger* find(int finger);
    TouchAct pinch(const std::array<Finger, 2>& before);
    bool swings() const { return state_ == State::Idle && (speed_.x != 0 || speed_.y != 0); }

    State state_ = State::Idle;
    std::array<Finger, 2> fingers_;
    bool is_moved_ = false;  ///< the finger left where it came down, even if nobody knows yet what is there
    TouchPoint start_;
    double since_ = 0;  ///< when the finger came down; when it last moved or the swing was last moved on
    TouchPoint speed_;  ///< CSS pixels a second
};

}  // namespace paramscope::platform
