// What all pictures have in common: the colours and the size of their lines and words.
#pragma once

#include <string_view>

#include "count/report/parts.h"
#include "formats/pictures/ink.h"

namespace paramscope {

/// About the width of words in a sans-serif face, in pixels: who shows a file has a face of their own.
float usual_width(std::string_view words, float text_size);

struct PictureStyle {
    float text_size = 12;  ///< pixels
    Colour text = 0, muted = 0;
    Colour line = 0;  ///< axes and borders
    bool is_dark = false;
    const Parts* parts = nullptr;  ///< whose colours modules have; none: those of their families
    bool has_titles = false;       ///< for a medium with tooltips: each shape says what it is
    float (*text_width)(std::string_view words, float text_size) = usual_width;
};

/// The style of files: colours that are readable on white and on black.
PictureStyle file_style();

/// The style of files with a light ground of their own: the page's colours (app/ui/theme.cpp).
PictureStyle card_style();
inline constexpr Colour kAccent = opaque(0x2F5BD0), kOnAccent = opaque(0xFFFFFF);

}  // namespace paramscope
