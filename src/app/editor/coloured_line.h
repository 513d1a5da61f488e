// Draws a line of text in the colours of its parts.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <functional>
#include <string_view>

namespace paramscope::app {

/// The beginning of a text, drawn in one colour.
struct ColouredPiece {
    std::size_t length;  ///< at least 1
    ImU32 colour;
};

/// Gives the first piece of the rest of a line. The rest is not empty.
using FirstPiece = std::function<ColouredPiece(std::string_view rest)>;

/// Draws `line` piece by piece; a line longer than people write by hand has the colour of text.
void draw_coloured_line(ImDrawList& list, ImVec2 at, std::string_view line, const FirstPiece& first_piece);

}  // namespace paramscope::app
