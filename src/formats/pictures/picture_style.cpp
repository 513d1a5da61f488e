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

PictureStyle card_style() {
    PictureStyle style;
    style.text = opaque(0x1B1F27);
    style.muted = opaque(0x586170);
    style.line = opaque(0xDFE3E9);
    style.has_titles = true;
    return style;
}

}  // namespace paramscope
