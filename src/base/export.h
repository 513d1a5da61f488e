// Marks functions that JavaScript calls in a program for the web; elsewhere they are plain functions.
#pragma once

#ifdef __EMSCRIPTEN__
#include <emscripten/emscripten.h>
#define PARAMSCOPE_EXPORT EMSCRIPTEN_KEEPALIVE
#else
#define PARAMSCOPE_EXPORT
#endif
