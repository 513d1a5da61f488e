// Dear ImGui's compile-time configuration (named by IMGUI_USER_CONFIG).
#pragma once

// Any script, emoji included.
#define IMGUI_USE_WCHAR32

// Nothing of the past, nothing for debugging, nothing that writes to disk.
#define IMGUI_DISABLE_OBSOLETE_FUNCTIONS
#define IMGUI_DISABLE_DEMO_WINDOWS
#define IMGUI_DISABLE_DEBUG_TOOLS
#define IMGUI_DISABLE_DEFAULT_SHELL_FUNCTIONS

#ifdef __EMSCRIPTEN__
#define IMGUI_DISABLE_FILE_FUNCTIONS
#define IMGUI_IMPL_OPENGL_ES3
#endif

// The page draws text with the browser's fonts: no built-in font, and no stb_truetype. ImGui calls its
// FreeType entry point wherever it would have made the default loader; the page defines that entry point
// to be the browser's loader (web/fonts.cpp). The empty window that sizes are compared with keeps both.
#ifdef PARAMSCOPE_BROWSER_FONTS
#define IMGUI_DISABLE_DEFAULT_FONT
#define IMGUI_ENABLE_FREETYPE

// Formats are written by imgui_format.cpp. One number is scanned, the 300 of "#version 300 es" by which the
// OpenGL backend chooses its shaders; the others are for settings files and sliders one types into, of which
// the page has neither. libc's sscanf weighs as much as a panel of ours.
#define IMGUI_DISABLE_DEFAULT_FORMAT_FUNCTIONS
#include <cstdio>
namespace paramscope::platform {
inline int scan(...) {
    return 0;
}
inline int scan(const char* text, const char*, int* number) {
    while (*text != '\0' && (*text < '0' || *text > '9')) ++text;
    if (*text == '\0') return 0;
    for (*number = 0; *text >= '0' && *text <= '9' && *number < 100000; ++text)
        *number = *number * 10 + (*text - '0');
    return 1;
}
void complain(const char* format, ...);
}  // namespace paramscope::platform
#define sscanf paramscope::platform::scan

// The OpenGL backend says with fprintf why a shader does not compile; libc's would be here for that alone.
#define fprintf(stream, ...) paramscope::platform::complain(__VA_ARGS__)
#endif
