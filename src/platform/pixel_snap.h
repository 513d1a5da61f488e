// Aligns glyphs to whole device pixels.
#pragma once

struct ImDrawData;

namespace paramscope::platform {

/// Moves every textured rectangle of the frame (glyphs, icons) so that its top left corner falls on a device
/// pixel. ImGui aligns text to its own units only: at a pixel ratio of 1.5, half of all lines would be
/// blurred over two device pixels.
void snap_glyphs(ImDrawData& frame);

}  // namespace paramscope::platform
