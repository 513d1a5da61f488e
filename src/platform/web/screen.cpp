// Draws the frames of a page by WebGL 2.
//
// GLFW is not used here: Emscripten's version listens on the whole page, takes Backspace and Tab from all of
// the page's fields, supports neither pixel ratios nor touch, clipboard and composed text, and differs
// between releases. DOM events (web/page/host, page/input.cpp) are the same everywhere.
#include "platform/page/screen.h"

#include <GLES3/gl3.h>
#include <emscripten/html5.h>
#include <imgui_impl_opengl3.h>

#include <utility>

#include "platform/page/bridge.h"
#include "platform/page/exports.h"
#include "platform/pixel_snap.h"
#include "platform/web/quads.h"
#include "shipped/fetched_texts.h"

namespace paramscope::platform {

double seconds() {
    return emscripten_get_now() / 1000;
}

/// Takes the context that the page has made (web/page/graphics.js), whose attributes these are.
bool open_screen() {
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

void begin_screen_frame() {
    ImGui_ImplOpenGL3_NewFrame();
}

void draw_on_screen(ImDrawData& frame) {
    snap_glyphs(frame);
    const ImVec4 background = ImGui::GetStyle().Colors[ImGuiCol_WindowBg];
    glClearColor(background.x, background.y, background.z, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(&frame);
    save_asked_pixels();
}

void restore_screen() {
    ImGui_ImplOpenGL3_DestroyDeviceObjects();
    forget_quads();
}

}  // namespace paramscope::platform

extern "C" {

/// Receives the shipped texts from the page before the program is created: incoming() holds them.
PARAMSCOPE_EXPORT void host_take_texts() {
    paramscope::add_fetched_texts(std::exchange(paramscope::platform::incoming(), {}));
}
}
