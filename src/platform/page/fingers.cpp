// Feeds the touch gestures of touch.h to ImGui.
#include <imgui_internal.h>

#include <cfloat>

#include "platform/inbox.h"
#include "platform/page/bridge.h"
#include "platform/page/exports.h"
#include "platform/page/screen.h"
#include "platform/platform.h"
#include "platform/recording.h"
#include "platform/touch.h"

namespace paramscope::platform {
namespace {

enum class FingerEvent { Move = 0, Down = 1, Up = 2, Leave = 3 };

struct Fingers {
    Touch touch;
    int pointed = 0;       ///< number of the frame before the one that finds the item under the finger
    ImGuiID scrolled = 0;  ///< the window that is being scrolled; 0: not chosen yet
};

Fingers& fingers() {
    static Fingers instance;
    return instance;
}

/// Whether the item under the finger can be dragged; nullopt before a frame has seen the finger there.
std::optional<bool> wants_drag() {
    ImGuiContext& g = *GImGui;
    if (g.FrameCount <= fingers().pointed) return std::nullopt;
    if (g.HoveredWindow == nullptr) return false;
    const ImGuiMouseCursor cursor = ImGui::GetMouseCursor();
    const bool edge = cursor == ImGuiMouseCursor_ResizeEW || cursor == ImGuiMouseCursor_ResizeNS;
    const bool bar = g.HoveredId == ImGui::GetWindowScrollbarID(g.HoveredWindow, ImGuiAxis_Y);
    return edge || (g.HoveredId != 0 && (bar || is_dragged(g.HoveredId)));
}

/// The innermost window around `window` that can scroll.
ImGuiID scrolling_window(const ImGuiWindow* window) {
    while (window != nullptr && window->ScrollMax.x <= 0 && window->ScrollMax.y <= 0) {
        window = (window->Flags & ImGuiWindowFlags_ChildWindow) != 0 ? window->ParentWindow : nullptr;
    }
    return window != nullptr ? window->ID : 0;
}

void scroll(TouchPoint move) {
    Fingers& f = fingers();
    if (f.scrolled == 0) f.scrolled = scrolling_window(GImGui->HoveredWindow);
    ImGuiWindow* window = ImGui::FindWindowByID(f.scrolled);
    if (window == nullptr) return f.touch.stop();
    const float x = ImClamp(window->Scroll.x - move.x, 0.0f, window->ScrollMax.x);
    const float y = ImClamp(window->Scroll.y - move.y, 0.0f, window->ScrollMax.y);
    // ImGui scrolls by whole pixels: movements below half a pixel are accumulated instead of lost.
    if (std::abs(x - window->Scroll.x) < 0.5f && std::abs(y - window->Scroll.y) < 0.5f &&
        ImLengthSqr(ImVec2(move.x, move.y)) > 1) {
        f.touch.stop();
    }
    ImGui::SetScrollX(window, x);
    ImGui::SetScrollY(window, y);
}

void do_to_imgui(const TouchAct& act) {
    ImGuiIO& io = ImGui::GetIO();
    const auto button = [&io](ImGuiMouseButton which, bool down) { io.AddMouseButtonEvent(which, down); };
    io.AddMouseSourceEvent(ImGuiMouseSource_TouchScreen);
    using Kind = TouchAct::Kind;
    if (act.kind != Kind::Nothing && act.kind != Kind::Scroll) io.AddMousePosEvent(act.at.x, act.at.y);
    switch (act.kind) {
        case Kind::Nothing:
        case Kind::Drag:
            break;
        case Kind::Point:
            fingers().pointed = ImGui::GetFrameCount();
            fingers().scrolled = 0;
            break;
        case Kind::Tap:
            button(ImGuiMouseButton_Left, true);
            button(ImGuiMouseButton_Left, false);
            io.AddMousePosEvent(-FLT_MAX, -FLT_MAX);
            break;
        case Kind::Press:
            button(ImGuiMouseButton_Left, true);
            break;
        case Kind::Release:
        case Kind::Cancel:
            button(ImGuiMouseButton_Left, false);
            io.AddMousePosEvent(-FLT_MAX, -FLT_MAX);
            break;
        case Kind::Menu:
            button(ImGuiMouseButton_Right, true);
            button(ImGuiMouseButton_Right, false);
            break;
        case Kind::Scroll:
            scroll(act.move);
            io.AddMousePosEvent(-FLT_MAX, -FLT_MAX);
            break;
        case Kind::Pinch:
            add_pinch({{act.at.x, act.at.y}, {act.move.x, act.move.y}, act.scale});
            break;
    }
}

}  // namespace

void tick_fingers(double now) {
    const TouchAct act = fingers().touch.tick(now);
    if (act.kind != TouchAct::Kind::Nothing) do_to_imgui(act);
    if (const std::optional<double> wait = fingers().touch.wait(now)) request_frame_in(*wait);
}

}  // namespace paramscope::platform

using namespace paramscope::platform;

extern "C" {

PARAMSCOPE_EXPORT void host_finger(int event, int finger, float x, float y) {
    Touch& touch_state = fingers().touch;
    const double now = seconds();
    switch (static_cast<FingerEvent>(event)) {
        case FingerEvent::Down:
            do_to_imgui(touch_state.down(finger, {x, y}, now));
            break;
        case FingerEvent::Move: {
            const TouchAct act = touch_state.move(finger, {x, y}, now, wants_drag());
            do_to_imgui(act);
            if (act.kind == TouchAct::Kind::Press) ImGui::GetIO().AddMousePosEvent(x, y);
            break;
        }
        case FingerEvent::Up:
            do_to_imgui(touch_state.up(finger, now));
            break;
        case FingerEvent::Leave:
            do_to_imgui(touch_state.cancel(finger));
            break;
    }
    touch();
}
}
