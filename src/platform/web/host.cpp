// Runs the frame loop of the page: WebGL, pacing, loss and restoration of the graphics context.
//
// GLFW is not used here: Emscripten's version listens on the whole page, takes Backspace and Tab from all of
// the page's fields, supports neither pixel ratios nor touch, clipboard and composed text, and differs
// between releases. DOM events (web/page/host, input.cpp) are the same everywhere.
#include <emscripten/html5.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>

#include <GLES3/gl3.h>
#include <algorithm>

#include "platform/activity.h"
#include "platform/inbox.h"
#include "platform/pacer.h"
#include "platform/pixel_snap.h"
#include "platform/platform.h"
#include "platform/web/bridge.h"
#include "shipped/fetched_texts.h"

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

double now() {
    return emscripten_get_now() / 1000;
}

/// Takes the context that the page has made (web/page/graphics.js), whose attributes these are.
bool create_graphics() {
    EmscriptenWebGLContextAttributes attributes;
    emscripten_webgl_init_context_attributes(&attributes);
    attributes.majorVersion = 2;
    attributes.alpha = false;
    attributes.depth = false;
    attributes.antialias = false;  // ImGui smooths its own edges
    const EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context = emscripten_webgl_create_context("#canvas", &attributes);
    return context > 0 && emscripten_webgl_make_context_current(context) == EMSCRIPTEN_RESULT_SUCCESS &&
           ImGui_ImplOpenGL3_Init("#version 300 es");
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

void draw(ImDrawData& frame) {
    snap_glyphs(frame);
    const ImVec4 background = ImGui::GetStyle().Colors[ImGuiCol_WindowBg];
    glClearColor(background.x, background.y, background.z, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(&frame);
}

void paint() {
    ImGuiIO& io = ImGui::GetIO();
    if (!fit_canvas(io)) return;
    const double time = now();
    host().pacer.begin_frame(time);
    io.DeltaTime = static_cast<float>(std::max(time - host().painted_at, 1e-4));
    host().painted_at = time;

    tick_fingers(time);
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    begin_mirrored_frame(time, host().pacer.wait(time) <= 0 || seconds_to_next_change() <= 0);
    host().program->frame();
    end_mirrored_frame();
    inbox().pinch.reset();
    ImGui::Render();
    draw(*ImGui::GetDrawData());
    save_asked_pixels();
    publish_input_state();
    host_painted();
    host().pacer.wake_at(now() + seconds_to_next_change());
}

}  // namespace

std::string& incoming() {
    static std::string instance;
    return instance;
}

void touch() {
    host().pacer.touch(now());
    // While painting, wait() returns the request; calling the page as well would run one frame too many.
    if (!host().painting) host_request_frame();
}

void request_frame() {
    touch();
}

void request_frame_in(double seconds) {
    host().pacer.wake_at(now() + seconds);
    if (!host().painting) host_request_frame();
}

float pixel_ratio() {
    return ImGui::GetIO().DisplayFramebufferScale.x;
}

int run(std::string_view title, MakeProgram make_program) {
    configure_imgui();
    host_start(title.data(), title.size(), static_cast<double>(kFileLimit));
    if (!create_graphics()) return 1;
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
EMSCRIPTEN_KEEPALIVE double host_frame() {
    if (host().program == nullptr) return Pacer::kNever;
    if (host().pacer.wait(now()) > 0) return host().pacer.wait(now());
    host().painting = true;
    paint();
    host().painting = false;
    return host().pacer.wait(now());
}

/// The page is hidden or closed: runs one more frame to save unsaved state.
EMSCRIPTEN_KEEPALIVE void host_leave() {
    inbox().leaving = true;
    touch();
    host_frame();
    inbox().leaving = false;
}

EMSCRIPTEN_KEEPALIVE void host_touch() {
    touch();
}

/// A block of a counted answer has arrived.
EMSCRIPTEN_KEEPALIVE void host_counted_block() {
    if (host().program != nullptr) host().program->take_counted();
}

EMSCRIPTEN_KEEPALIVE char* host_make_room(std::size_t size) {
    incoming().resize(size);
    return incoming().data();
}

/// Receives the shipped texts from the page before the program is created.
EMSCRIPTEN_KEEPALIVE void host_take_texts() {
    paramscope::add_fetched_texts(std::move(incoming()));
    incoming().clear();
}

/// The browser restored the graphics context: recreates all its objects.
EMSCRIPTEN_KEEPALIVE void host_graphics_restored() {
    ImGui_ImplOpenGL3_DestroyDeviceObjects();
    forget_quads();
    touch();
}
}
