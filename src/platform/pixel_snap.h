// Puts glyphs on whole device pixels.
#pragma once

struct ImDrawData;

namespace paramscope::platform {

/// Moves every textured rectangle of the frame (glyphs, icons) so that its top left corner falls on a device
/// pixel. ImGui aligns text to its own units only: between two device pixels, each glyph would be smeared
/// over both, at a ratio of 1.5 half of all lines of text.
void snap_glyphs(ImDrawData& frame);

}  // namespace paramscope::platform
