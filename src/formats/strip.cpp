// The depth strip as an SVG picture that suits light and dark pages.
#include "formats/pictures/strip_picture.h"
#include "formats/pictures/svg.h"
#include "formats/unicode.h"
#include "formats/writers.h"

namespace paramscope {
namespace {

// Readable on white and on black.
constexpr Colour kText = 0xFF8A7F76;
constexpr Colour kPlate = 0x20808080;
constexpr Colour kLine = 0x60808080;

/// About the width of words in a sans-serif face.
float usual_width(std::string_view words, float text_size) {
    return static_cast<float>(display_width(words)) * text_size * 0.58f;
}

}  // namespace

std::string write_strip(const Report& report, const WriteOptions&) {
    StripStyle style;
    style.text = style.muted = kText;
    style.plate = kPlate;
    style.line = kLine;
    style.has_titles = true;
    style.text_width = usual_width;
    Svg svg(style.width, style.height, style.text_size, 0);
    draw_strip(report, strip_of(report, static_cast<std::size_t>(style.width)), style, svg);
    return svg.finished();
}

}  // namespace paramscope
