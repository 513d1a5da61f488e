// Puts data of a program for the web where the build finds it: a page fetches its program in parts, and with
// each part what only its functions read (scripts/bundle/parts.mjs).
#pragma once

/// Stands before a constant array. The functions that read it run in no reading that does without the part,
/// and are not inlined into others.
#ifdef __EMSCRIPTEN__
#define PARAMSCOPE_DATA_OF(part) __attribute__((section(#part "_data")))
#else
#define PARAMSCOPE_DATA_OF(part)
#endif
