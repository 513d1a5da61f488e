// Pictures on the screen.
#pragma once

#include <imgui.h>

#include "app/document/ink.h"

namespace paramscope::app {

/// Black or white, whichever reads better on a colour.
ImU32 readable_on(ImU32 ground);

/// Between black (0) and white (1), as the eye sees it.
float brightness(ImU32 colour);

/// Draws into the current window, `corner` being the picture's.
class ScreenInk final : public Ink {
  public:
    explicit ScreenInk(ImVec2 corner);

    void box(const Box& box, Colour colour, std::string_view title = {}) override;
    void line(std::span<const Point> points, Colour colour, float width, bool dashed = false) override;
    void words(Point at, std::string_view words, Colour colour, Anchor anchor) override;

  private:
    ImVec2 corner_;
    ImDrawList* list_;
};

}  // namespace paramscope::app
