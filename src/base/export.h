// Marks functions that JavaScript calls in a program for the web: the linker keeps and exports them.
#pragma once

#ifdef __EMSCRIPTEN__
#define PARAMSCOPE_EXPORT __attribute__((used))  // as Emscripten's own EMSCRIPTEN_KEEPALIVE
#else
#define PARAMSCOPE_EXPORT
#endif
