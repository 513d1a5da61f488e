// Declares what the screen needs of quads.cpp.
#pragma once

namespace paramscope::platform {

/// Sends requested pixels to the page; call it after drawing a frame.
void save_asked_pixels();

/// Drops all objects of the lost graphics context.
void forget_quads();

}  // namespace paramscope::platform
