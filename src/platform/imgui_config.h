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
// to be the browser's loader (src/platform/web/fonts.cpp). The empty window that sizes are compared with keeps both.
#ifdef PARAMSCOPE_BROWSER_FONTS
#define IMGUI_DISABLE_DEFAULT_FONT
#define IMGUI_ENABLE_FREETYPE
#endif
