// Runs the interface in a desktop window (GLFW and OpenGL 3), for development without a browser.
#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

#include <cstdio>

#include "platform/activity.h"
#include "platform/desktop/desktop.h"
#include "platform/inbox.h"
#include "platform/pacer.h"
#include "platform/pixel_snap.h"
#include "platform/platform.h"

namespace paramscope::platform {
namespace {

Pacer& pacer() {
    static Pacer instance;
    return instance;
}

void touch() {
    pacer().touch(glfwGetTime());
}

/// Installs callbacks that request a frame for every event. ImGui's GLFW backend, installed afterwards, calls
/// these before its own.
void watch_events(GLFWwindow* window) {
    glfwSetWindowFocusCallback(window, [](GLFWwindow*, int) { touch(); });
    glfwSetFramebufferSizeCallback(window, [](GLFWwindow*, int, int) { touch(); });
    glfwSetWindowRefreshCallback(window, [](GLFWwindow*) { touch(); });
    glfwSetCursorPosCallback(window, [](GLFWwindow*, double, double) { touch(); });
    glfwSetCursorEnterCallback(window, [](GLFWwindow*, int) { touch(); });
    glfwSetMouseButtonCallback(window, [](GLFWwindow*, int, int, int) { touch(); });
    glfwSetScrollCallback(window, [](GLFWwindow*, double, double) { touch(); });
    glfwSetCharCallback(window, [](GLFWwindow*, unsigned) { touch(); });
    glfwSetKeyCallback(window, [](GLFWwindow*, int key, int, int action, int mods) {
        const bool paste = key == GLFW_KEY_V && (mods & (GLFW_MOD_CONTROL | GLFW_MOD_SUPER)) != 0;
        if (paste && action == GLFW_PRESS && !ImGui::GetIO().WantTextInput) {
            if (const char* text = ImGui::GetClipboardText()) inbox().pasted_text = text;
        }
        touch();
    });
    glfwSetDropCallback(window, [](GLFWwindow*, int count, const char** paths) {
        for (int i = 0; i < count; ++i) inbox().files.push_back(read_file(paths[i]));
        touch();
    });
}

GLFWwindow* open_window(std::string_view title) {
    if (glfwInit() == GLFW_FALSE) return nullptr;
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 2);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    GLFWwindow* window = glfwCreateWindow(1280, 800, std::string(title).c_str(), nullptr, nullptr);
    if (window == nullptr) return nullptr;
    glfwMakeContextCurrent(window);
    glfwSwapInterval(1);
    return window;
}

void paint(GLFWwindow* window, Program& program) {
    pacer().begin_frame(glfwGetTime());
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    ImGui::NewFrame();
    program.frame();
    ImGui::Render();

    ImDrawData& frame = *ImGui::GetDrawData();
    snap_glyphs(frame);
    int width = 0;
    int height = 0;
    glfwGetFramebufferSize(window, &width, &height);
    const ImVec4 background = ImGui::GetStyle().Colors[ImGuiCol_WindowBg];
    glViewport(0, 0, width, height);
    glClearColor(background.x, background.y, background.z, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(&frame);
    glfwSwapBuffers(window);
    pacer().wake_at(glfwGetTime() + seconds_to_next_change());
}

void wait_for_next_frame() {
    const double wait = pacer().wait(glfwGetTime());
    if (wait <= 0) {
        glfwPollEvents();
    } else if (wait < Pacer::kNever) {
        glfwWaitEventsTimeout(wait);
    } else {
        glfwWaitEvents();
    }
}

}  // namespace

void request_frame() {
    touch();
    glfwPostEmptyEvent();
}

void request_frame_in(double seconds) {
    pacer().wake_at(glfwGetTime() + seconds);
    glfwPostEmptyEvent();
}

float pixel_ratio() {
    return ImGui::GetIO().DisplayFramebufferScale.x;
}

int run(std::string_view title, MakeProgram make_program) {
    GLFWwindow* window = open_window(title);
    if (window == nullptr) {
        std::fputs("paramscope: no window with OpenGL 3.2 could be opened\n", stderr);
        return 1;
    }
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    watch_events(window);
    ImGui_ImplGlfw_InitForOpenGL(window, true);
    ImGui_ImplOpenGL3_Init("#version 150");
    start_fonts();

    {
        const std::unique_ptr<Program> program = make_program();
        touch();
        while (!glfwWindowShouldClose(window)) {
            wait_for_next_frame();
            if (pacer().wait(glfwGetTime()) <= 0) paint(window, *program);
        }
    }
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
    glfwDestroyWindow(window);
    glfwTerminate();
    return 0;
}

}  // namespace paramscope::platform
