// What pictures draw with: the same strokes for the screen and for a file.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "app/document/layout.h"

namespace paramscope::app {

struct Point {
    float x = 0;
    float y = 0;
};

/// Colours as ImGui packs them (ImU32).
using Colour = std::uint32_t;

/// Where a text stands to its point, which is at the middle of its line.
enum class Anchor : std::uint8_t { Start, Middle, End };

/// Strokes in pixels from the picture's corner.
class Ink {
  public:
    /// `title` is told where the pointer rests on it, as far as the medium can.
    virtual void box(const Box& box, Colour colour, std::string_view title = {}) = 0;
    virtual void line(std::span<const Point> points, Colour colour, float width, bool dashed = false) = 0;
    virtual void words(Point at, std::string_view words, Colour colour, Anchor anchor) = 0;

  protected:
    ~Ink() = default;
};

}  // namespace paramscope::app
