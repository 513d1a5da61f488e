// Dear ImGui's compile-time configuration (named by IMGUI_USER_CONFIG).
#pragma once

// Any script, emoji included.
#define IMGUI_USE_WCHAR32

// Disables obsolete functions, debugging tools and file access.
#define IMGUI_DISABLE_OBSOLETE_FUNCTIONS
#define IMGUI_DISABLE_DEMO_WINDOWS
#define IMGUI_DISABLE_DEBUG_TOOLS
#define IMGUI_DISABLE_DEFAULT_SHELL_FUNCTIONS

#ifdef __EMSCRIPTEN__
#define IMGUI_DISABLE_FILE_FUNCTIONS
#define IMGUI_IMPL_OPENGL_ES3
#endif

// The page draws text with the browser's fonts: no built-in font, and no stb_truetype. ImGui calls its FreeType
// entry point to create the default loader; the page defines it as the browser's loader
// (src/platform/page/fonts.cpp). The empty window used for size comparison keeps both.
#ifdef PARAMSCOPE_BROWSER_FONTS
#define IMGUI_DISABLE_DEFAULT_FONT
#define IMGUI_ENABLE_FREETYPE
#endif
