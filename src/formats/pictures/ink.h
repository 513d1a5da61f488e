// Declares the drawing interface of pictures, for the screen and for files.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace paramscope {

/// A rectangle by its top left corner and its size.
struct Box {
    float x = 0;
    float y = 0;
    float w = 0;
    float h = 0;

    bool is_empty() const { return w <= 0 || h <= 0; }
    bool contains(float px, float py) const { return px >= x && py >= y && px < x + w && py < y + h; }
    friend bool operator==(const Box&, const Box&) = default;
};

struct Point {
    float x = 0;
    float y = 0;
};

/// Colours as ImGui packs them (ImU32).
using Colour = std::uint32_t;

/// 0xRRGGBB as an opaque Colour.
constexpr Colour opaque(Colour value) {
    return 0xFF000000 | (value & 0xFF) << 16 | (value & 0xFF00) | value >> 16;
}

/// Horizontal alignment of a text to its point, which is at the vertical middle of its line.
enum class Anchor : std::uint8_t { Start, Middle, End };

/// Draws shapes in pixels from the picture's top left corner.
class Ink {
  public:
    /// `title` is shown as a tooltip if the medium has tooltips.
    virtual void box(const Box& box, Colour colour, std::string_view title = {}) = 0;
    /// What is between a line, from left to right, and the horizontal through `base` below it.
    virtual void area(std::span<const Point> edge, float base, Colour colour,
                      std::string_view title = {}) = 0;
    virtual void line(std::span<const Point> points, Colour colour, float width, bool dashed = false) = 0;
    virtual void words(Point at, std::string_view words, Colour colour, Anchor anchor) = 0;

  protected:
    ~Ink() = default;
};

}  // namespace paramscope
