// Writes pictures as SVG files.
#pragma once

#include <string>

#include "formats/pictures/ink.h"

namespace paramscope {

/// How words of their own size look.
struct Lettering {
    float size = 12;  ///< pixels
    Colour colour = 0;
    bool is_bold = false;
    bool is_serif = false;
    float length = 0;  ///< the words are spread to so many pixels, whatever the face; 0: as they come
};

/// Writes an SVG document shape by shape. All text is escaped.
class Svg final : public Ink {
  public:
    /// `text_size` is the size of all texts, in pixels. A transparent `ground` is not painted.
    Svg(float width, float height, float text_size, Colour ground);

    void box(const Box& box, Colour colour, std::string_view title = {}) override;
    void area(std::span<const Point> edge, float base, Colour colour, std::string_view title = {}) override;
    void line(std::span<const Point> points, Colour colour, float width, bool dashed = false) override;
    void words(Point at, std::string_view words, Colour colour, Anchor anchor) override;

    /// Gives the picture a name, for readers who hear it. Call it before anything is drawn.
    void name(std::string_view title);
    void rounded_box(const Box& box, float radius, Colour colour);
    /// Words of their own size, or a formula: `at` is where they begin, at the middle of their line.
    void letters(Point at, std::string_view words, const Lettering& lettering);
    void formula(Point at, std::string_view unicode, const Lettering& lettering);
    /// What is drawn until end_part() is moved to that point.
    void begin_part(Point corner);
    void end_part();
    /// Adds an invisible part that stands for a module, for pages that open it.
    void place(const Box& box, std::string_view path, bool is_open);
    /// Returns the document; call it last.
    std::string finished();

  private:
    void attribute(std::string_view name, float value);
    void colour(std::string_view name, Colour colour);
    void escaped(std::string_view words);
    void begin_letters(Point at, const Lettering& lettering);
    /// Ends an element: with a title, if it has one.
    void begin_rectangle(const Box& box);
    void end(std::string_view element, std::string_view title);

    std::string text_;
};

}  // namespace paramscope
