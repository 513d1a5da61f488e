// Declares what the frames of a page are drawn on: a WebGL context (platform/web), or nothing (src/headless).
#pragma once

#include <imgui.h>

namespace paramscope::platform {

/// Seconds of a clock that only moves forward.
double seconds();

/// Prepares drawing; false when there is no way to draw.
bool open_screen();

/// Call it before each ImGui frame.
void begin_screen_frame();

/// Draws a frame that ImGui has built, and sends the page the pixels that save_pixels() or copy_pixels()
/// asked for.
void draw_on_screen(ImDrawData& frame);

/// Drops all objects of a lost graphics context: the next frame creates new ones.
void restore_screen();

}  // namespace paramscope::platform
