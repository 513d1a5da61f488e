// Draws pictures on the screen.
#pragma once

#include <imgui.h>

#include "formats/pictures/picture_style.h"

namespace paramscope::app {

/// Black or white, whichever has more contrast with a colour.
ImU32 readable_on(ImU32 ground);

/// Relative luminance, from black (0) to white (1).
float brightness(ImU32 colour);

/// The width of words in the current font, as pictures ask for it.
float screen_width(std::string_view words, float text_size);

/// The style of pictures in the current font and theme.
PictureStyle screen_style();

/// Draws into the current window; `corner` is the picture's top left corner.
class ScreenInk final : public Ink {
  public:
    explicit ScreenInk(ImVec2 corner);

    void box(const Box& box, Colour colour, std::string_view title = {}) override;
    void area(std::span<const Point> edge, float base, Colour colour, std::string_view title = {}) override;
    void line(std::span<const Point> points, Colour colour, float width, bool dashed = false) override;
    void words(Point at, std::string_view words, Colour colour, Anchor anchor) override;

  private:
    ImVec2 corner_;
    ImDrawList* list_;
};

}  // namespace paramscope::app
