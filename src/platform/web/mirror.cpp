// The accessible mirror: tells the page what each frame consists of, and takes what is done to it there.
#include <imgui_internal.h>

#include <cstdlib>
#include <utility>

#include "platform/platform.h"
#include "platform/recording.h"
#include "platform/web/bridge.h"

namespace paramscope::platform {
namespace {

/// While frames follow each other, the mirror follows at its own pace: nobody reads faster, and frames stay
/// cheap.
constexpr double kPause = 0.12;

struct Mirror {
    double recorded_at = -1;
    bool recording = false;
    std::string shown;
};

Mirror& mirror() {
    static Mirror instance;
    return instance;
}

}  // namespace

void begin_mirrored_frame(double now) {
    Mirror& m = mirror();
    const double due = m.recorded_at < 0 ? now : m.recorded_at + kPause;
    m.recording = now >= due;
    if (m.recording) {
        m.recorded_at = now;
    } else {
        request_frame_in(due - now);
    }
    begin_recording(m.recording);
}

void end_mirrored_frame() {
    Mirror& m = mirror();
    const std::string_view recorded = end_recording();
    if (m.recording && recorded != m.shown) {
        m.shown = recorded;
        host_mirror(m.shown.data(), m.shown.size());
    }
    const std::string sentence = take_announcement();
    if (!sentence.empty()) host_announce(sentence.data(), sentence.size());
}

}  // namespace paramscope::platform

using namespace paramscope::platform;

extern "C" {

/// Somebody did something to an item of the mirror (Wish::Act); incoming() holds what was entered.
EMSCRIPTEN_KEEPALIVE void host_act(unsigned id, int act) {
    wish({.id = id, .act = static_cast<Wish::Act>(act), .text = incoming()});
    touch();
}

/// The mirror of a window was scrolled: by the browser's find, by a script, to what has the keyboard.
EMSCRIPTEN_KEEPALIVE void host_scroll(unsigned id, float x, float y) {
    ImGuiWindow* window = ImGui::FindWindowByID(id);
    if (window == nullptr) return;
    ImGui::SetScrollX(window, x);
    ImGui::SetScrollY(window, y);
    touch();
}
}
