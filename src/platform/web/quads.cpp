// Draws quads with the shaders of shaders/ in ImGui's draw order, and saves pixels as files.
#include <GLES3/gl3.h>
#include <imgui.h>

#include <cmath>
#include <cstddef>
#include <iterator>
#include <string>

#include "base/shipped_texts.h"
#include "platform/page/bridge.h"
#include "platform/platform.h"
#include "platform/web/quads.h"

namespace paramscope {
extern const std::span<const ShippedText> kShaders;  // vertex, fragment
}

namespace paramscope::platform {
namespace {

/// The objects of the graphics context.
struct Drawer {
    GLuint program = 0;
    GLuint vertex_array = 0;
    GLuint buffer = 0;
    GLint place = -1;
    GLint share = -1;
    const Quads* uploaded = nullptr;
    unsigned version = 0;
};

Drawer& drawer() {
    static Drawer instance;
    return instance;
}

/// One draw_quads() call until ImGui renders it.
struct Drawing {
    const Quads* quads;
    ImVec2 corner;
    float share;
};

struct AskedPixels {
    std::string name;
    ImVec2 low;
    ImVec2 high;
    bool is_copied = false;  ///< else saved
};

AskedPixels& asked_pixels() {
    static AskedPixels instance;
    return instance;
}

GLuint compiled(GLenum kind, std::string_view text) {
    const GLuint shader = glCreateShader(kind);
    const char* source = text.data();
    const auto length = static_cast<GLint>(text.size());
    glShaderSource(shader, 1, &source, &length);
    glCompileShader(shader);
    return shader;
}

/// Describes attributes 0 to 3, each advancing once per instance.
void describe_instances() {
    struct Attribute {
        GLint numbers;
        GLenum type;
        GLboolean normalized;
        std::size_t offset;
    };
    constexpr Attribute attributes[] = {{4, GL_FLOAT, GL_FALSE, offsetof(Quad, from)},
                                        {4, GL_FLOAT, GL_FALSE, offsetof(Quad, to)},
                                        {4, GL_FLOAT, GL_FALSE, offsetof(Quad, slope)},
                                        {4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(Quad, colour)}};
    for (GLuint i = 0; i < std::size(attributes); ++i) {
        const Attribute& each = attributes[i];
        glEnableVertexAttribArray(i);
        glVertexAttribPointer(i, each.numbers, each.type, each.normalized, sizeof(Quad),
                              reinterpret_cast<const void*>(each.offset));
        glVertexAttribDivisor(i, 1);
    }
}

void create(Drawer& d) {
    d.program = glCreateProgram();
    for (const GLenum kind : {GLenum{GL_VERTEX_SHADER}, GLenum{GL_FRAGMENT_SHADER}}) {
        const GLuint shader = compiled(kind, kShaders[kind == GL_VERTEX_SHADER ? 0 : 1].text);
        glAttachShader(d.program, shader);
        glDeleteShader(shader);  // the program keeps it
    }
    glLinkProgram(d.program);
    d.place = glGetUniformLocation(d.program, "place");
    d.share = glGetUniformLocation(d.program, "share");
    glGenVertexArrays(1, &d.vertex_array);
    glGenBuffers(1, &d.buffer);
    glBindVertexArray(d.vertex_array);
    glBindBuffer(GL_ARRAY_BUFFER, d.buffer);
    describe_instances();
}

void upload(Drawer& d, const Quads& quads) {
    if (d.uploaded == &quads && d.version == quads.version) return;
    d.uploaded = &quads;
    d.version = quads.version;
    glBindBuffer(GL_ARRAY_BUFFER, d.buffer);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(quads.all.size() * sizeof(Quad)), quads.all.data(),
                 GL_STATIC_DRAW);
}

void set_clip(const ImVec4& clip, const ImVec2& scale, float height) {
    const auto pixels = [](float length) { return static_cast<GLint>(std::lround(length)); };
    glScissor(pixels(clip.x * scale.x), pixels((height - clip.w) * scale.y),
              pixels((clip.z - clip.x) * scale.x), pixels((clip.w - clip.y) * scale.y));
}

void draw(const ImDrawList*, const ImDrawCmd* command) {
    const auto& drawing = *static_cast<const Drawing*>(command->UserCallbackData);
    const ImDrawData& frame = *ImGui::GetDrawData();
    Drawer& d = drawer();
    if (d.program == 0) create(d);
    glBindVertexArray(d.vertex_array);
    upload(d, *drawing.quads);
    glUseProgram(d.program);
    glUniform4f(d.place, drawing.corner.x, drawing.corner.y, 2 / frame.DisplaySize.x,
                2 / frame.DisplaySize.y);
    glUniform1f(d.share, drawing.share);
    set_clip(command->ClipRect, frame.FramebufferScale, frame.DisplaySize.y);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(drawing.quads->all.size()));
}

}  // namespace

void draw_quads(ImDrawList& list, const Quads& quads, ImVec2 corner, float share) {
    if (quads.all.empty()) return;
    Drawing drawing{&quads, corner, share};
    list.AddCallback(draw, &drawing, sizeof drawing);
    list.AddCallback(ImDrawCallback_ResetRenderState, nullptr);
}

void forget_quads() {
    drawer() = {};
}

void save_pixels(std::string_view name, ImVec2 low, ImVec2 high) {
    asked_pixels() = {std::string(name), low, high};
}

void copy_pixels(std::string_view name, ImVec2 low, ImVec2 high) {
    asked_pixels() = {std::string(name), low, high, true};
}

void save_asked_pixels() {
    AskedPixels& asked = asked_pixels();
    if (asked.name.empty()) return;
    const ImVec2 scale = ImGui::GetIO().DisplayFramebufferScale;
    const auto pixels = [](float length) { return static_cast<int>(std::lround(length)); };
    host_take_pixels(pixels(asked.low.x * scale.x), pixels(asked.low.y * scale.y),
                     pixels((asked.high.x - asked.low.x) * scale.x),
                     pixels((asked.high.y - asked.low.y) * scale.y), asked.is_copied, asked.name.data(),
                     asked.name.size());
    asked.name.clear();
}

}  // namespace paramscope::platform
