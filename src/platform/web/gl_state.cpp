// Answers what ImGui's backend asks of WebGL in every frame, without asking the browser, which may wait for
// the graphics process.
//
// The backend saves the state that it finds and restores it afterwards. Nothing else draws in this context:
// the quads are drawn within its callbacks (quads.cpp), after which it sets its state again. So the state
// that it finds is the one of a new context. The build gives the backend this function for glGetIntegerv.
#include <GLES3/gl3.h>

#include <algorithm>

extern "C" void paramscope_gl_state(GLenum name, GLint* values) {
    switch (name) {
        case GL_ACTIVE_TEXTURE:
            *values = GL_TEXTURE0;
            return;
        case GL_BLEND_EQUATION_RGB:
        case GL_BLEND_EQUATION_ALPHA:
            *values = GL_FUNC_ADD;
            return;
        case GL_BLEND_SRC_RGB:
        case GL_BLEND_SRC_ALPHA:
            *values = GL_ONE;
            return;
        case GL_BLEND_DST_RGB:
        case GL_BLEND_DST_ALPHA:
            *values = GL_ZERO;
            return;
        case GL_CURRENT_PROGRAM:
        case GL_TEXTURE_BINDING_2D:
        case GL_SAMPLER_BINDING:
        case GL_ARRAY_BUFFER_BINDING:
        case GL_ELEMENT_ARRAY_BUFFER_BINDING:
        case GL_PIXEL_UNPACK_BUFFER_BINDING:
        case GL_VERTEX_ARRAY_BINDING:
            *values = 0;
            return;
        // Both are set before anything is drawn.
        case GL_VIEWPORT:
        case GL_SCISSOR_BOX:
            std::fill_n(values, 4, 0);
            return;
        default:
            glGetIntegerv(name, values);
    }
}
