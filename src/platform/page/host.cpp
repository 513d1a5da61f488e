// Runs the frame loop of a page: pacing, the mirror, loss and restoration of the screen.
#include <imgui.h>

#include <algorithm>

#include "platform/activity.h"
#include "platform/inbox.h"
#include "platform/pacer.h"
#include "platform/page/bridge.h"
#include "platform/page/exports.h"
#include "platform/page/screen.h"
#include "platform/platform.h"

namespace paramscope::platform {
namespace {

struct Host {
    std::unique_ptr<Program> program;
    Pacer pacer;
    double painted_at = 0;
    bool painting = false;
};

Host& host() {
    static Host instance;
    return instance;
}

void configure_imgui() {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.LogFilename = nullptr;
    io.BackendPlatformName = "paramscope_web";
    io.BackendFlags |= ImGuiBackendFlags_HasMouseCursors;
    io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    io.ConfigInputTextCursorBlink = false;  // the page's caret blinks
    io.ConfigMacOSXBehaviors = host_is_apple();
}

/// Updates the display size from the canvas; returns false while the canvas is empty.
bool fit_canvas(ImGuiIO& io) {
    float fit[3] = {};
    host_fit_canvas(fit);
    const auto [width, height, ratio] = fit;
    if (width < 1 || height < 1) return false;
    io.DisplaySize = ImVec2(width / ratio, height / ratio);
    io.DisplayFramebufferScale = ImVec2(ratio, ratio);
    return true;
}

void paint() {
    ImGuiIO& io = ImGui::GetIO();
    if (!fit_canvas(io)) return;
    const double time = seconds();
    host().pacer.begin_frame(time);
    io.DeltaTime = static_cast<float>(std::max(time - host().painted_at, 1e-4));
    host().painted_at = time;

    tick_fingers(time);
    begin_screen_frame();
    ImGui::NewFrame();
    begin_mirrored_frame(time, host().pacer.wait(time) <= 0 || seconds_to_next_change() <= 0);
    host().program->frame();
    end_mirrored_frame();
    inbox().pinch.reset();
    ImGui::Render();
    draw_on_screen(*ImGui::GetDrawData());
    publish_input_state();
    host_painted();
    host().pacer.wake_at(seconds() + seconds_to_next_change());
}

}  // namespace

std::string& incoming() {
    static std::string instance;
    return instance;
}

void touch() {
    host().pacer.touch(seconds());
    // While painting, wait() returns the request; calling the page as well would run one frame too many.
    if (!host().painting) host_request_frame();
}

void request_frame() {
    touch();
}

void request_frame_in(double delay) {
    host().pacer.wake_at(seconds() + delay);
    if (!host().painting) host_request_frame();
}

float pixel_ratio() {
    return ImGui::GetIO().DisplayFramebufferScale.x;
}

int run(std::string_view title, MakeProgram make_program) {
    configure_imgui();
    host_start(title.data(), title.size(), static_cast<double>(kFileLimit));
    if (!open_screen()) return 1;
    start_input();
    start_fonts();
    fit_canvas(ImGui::GetIO());
    host().program = make_program();
    touch();
    return 0;
}

}  // namespace paramscope::platform

using namespace paramscope::platform;

extern "C" {

/// Paints a frame if one is due. Returns the seconds until the next one (infinity: at the next event).
PARAMSCOPE_EXPORT double host_frame() {
    if (host().program == nullptr) return Pacer::kNever;
    if (host().pacer.wait(seconds()) > 0) return host().pacer.wait(seconds());
    host().painting = true;
    paint();
    host().painting = false;
    return host().pacer.wait(seconds());
}

/// The page is hidden or closed: runs one more frame to save unsaved state.
PARAMSCOPE_EXPORT void host_leave() {
    inbox().leaving = true;
    touch();
    host_frame();
    inbox().leaving = false;
}

PARAMSCOPE_EXPORT void host_touch() {
    touch();
}

/// A block of a counted answer has arrived.
PARAMSCOPE_EXPORT void host_counted_block() {
    if (host().program != nullptr) host().program->take_counted();
}

/// The page is printed: gives it what the paper shows.
PARAMSCOPE_EXPORT void host_print() {
    if (host().program == nullptr) return;
    const std::string page = host().program->printed();
    host_show_printed(page.data(), page.size());
}

/// True if the program takes the text in incoming() for a model without a reader of files.
PARAMSCOPE_EXPORT bool host_reads() {
    return host().program != nullptr && host().program->reads(incoming());
}

PARAMSCOPE_EXPORT char* host_make_room(std::size_t size) {
    incoming().resize(size);
    return incoming().data();
}

/// The browser restored the graphics context: recreates all its objects.
PARAMSCOPE_EXPORT void host_graphics_restored() {
    restore_screen();
    touch();
}
}
