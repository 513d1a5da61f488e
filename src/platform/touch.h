// Recognises touch gestures: tap, drag, scrolling with a swing, long press, pinch. Independent of ImGui.
//
// Each call takes a finger's event and returns the action to perform. A new finger waits: it scrolls when it
// moves, unless the item under it can be dragged; it taps when lifted before; it opens the context menu when
// it stays.
#pragma once

#include <array>
#include <optional>

namespace paramscope::platform {

struct TouchPoint {
    float x = 0;
    float y = 0;
};

/// The action that follows from a touch event.
struct TouchAct {
    enum class Kind {
        Nothing,
        Point,    ///< move the pointer; the item under it is known in the next frame
        Tap,      ///< press and release at `at`
        Press,    ///< press at `at`, which is where the finger came down, and drag from there
        Drag,     ///< the finger that pressed is at `at`
        Release,  ///< release at `at`
        Menu,     ///< a long press at `at`
        Scroll,   ///< by `move`
        Pinch,    ///< around `at`: the fingers moved by `move`, their distance changed by the factor `scale`
        Cancel,   ///< release the pressed item without a click
    };

    Kind kind = Kind::Nothing;
    TouchPoint at = {};
    TouchPoint move = {};
    float scale = 1;
};

class Touch {
  public:
    static constexpr float kSlop = 8;           ///< a finger that moves less counts as resting, in CSS pixels
    static constexpr double kLongPress = 0.45;  ///< seconds
    static constexpr float kSlowest = 15;       ///< a swing slower than this ends, in CSS pixels a second
    static constexpr double kSwingDecay = 3.2;  ///< a second divides a swing's speed by e to this power

    TouchAct down(int finger, TouchPoint at, double now);
    /// `drags`: the item under the finger can be dragged; nullopt while unknown.
    TouchAct move(int finger, TouchPoint at, double now, std::optional<bool> drags);
    TouchAct up(int finger, double now);
    /// Cancels a finger that the browser took for its own gesture.
    TouchAct cancel(int finger);

    /// Returns the action due at `now`: a long press, or the next step of a swing. Call it in every frame.
    TouchAct tick(double now);
    /// Seconds until tick() has something to do; nullopt: never without an event.
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
    bool is_moved_ = false;  ///< the finger moved, even if the item under it is not known yet
    TouchPoint start_;
    double since_ = 0;  ///< time of the touch, of the last movement or of the last step of the swing
    TouchPoint speed_;  ///< CSS pixels a second
};

}  // namespace paramscope::platform
