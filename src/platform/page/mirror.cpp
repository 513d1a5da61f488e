// Sends each frame's items to the accessible mirror, and receives the actions performed there.
#include <imgui_internal.h>

#include "platform/page/bridge.h"
#include "platform/page/exports.h"
#include "platform/platform.h"
#include "platform/recording.h"

namespace paramscope::platform {
namespace {

/// Seconds between updates of the mirror while frames follow each other, which keeps frames cheap.
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

void begin_mirrored_frame(double now, bool is_followed) {
    Mirror& m = mirror();
    const double due = m.recorded_at < 0 ? now : m.recorded_at + kPause;
    m.recording = now >= due || !is_followed;
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

/// True when the mirror shows the last frame.
PARAMSCOPE_EXPORT bool host_is_mirrored() {
    return mirror().recording;
}

/// Handles an action on an item of the mirror (ItemAction::Kind); incoming() holds the text entered.
PARAMSCOPE_EXPORT void host_act(unsigned id, int act) {
    request_action({.id = id, .kind = static_cast<ItemAction::Kind>(act), .text = incoming()});
    touch();
}

/// Handles scrolling of a window's mirror: by the browser's find, a script, or a focus change.
PARAMSCOPE_EXPORT void host_scroll(unsigned id, float x, float y) {
    ImGuiWindow* window = ImGui::FindWindowByID(id);
    if (window == nullptr) return;
    ImGui::SetScrollX(window, x);
    ImGui::SetScrollY(window, y);
    touch();
}
}
