#include "formats/pictures/picture_style.h"

#include "formats/support/unicode.h"

namespace paramscope {

float usual_width(std::string_view words, float text_size) {
    return static_cast<float>(display_width(words)) * text_size * 0.58f;
}

PictureStyle file_style() {
    PictureStyle style;
    style.text = style.muted = 0xFF8A7F76;
    style.line = 0x60808080;
    style.has_titles = true;
    return style;
}

}  // namespace paramscope
