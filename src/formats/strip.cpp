// The depth strip as an SVG picture that suits light and dark pages.
#include "base/concat.h"
#include "formats/picture_words.h"
#include "formats/pictures/strip_picture.h"
#include "formats/pictures/svg.h"
#include "formats/writers.h"

namespace paramscope {

std::string write_strip(const Report& report, const WriteOptions& options) {
    StripStyle style{file_style()};
    const Parts parts(report);
    style.parts = &parts;
    speak(options.language, &style);
    style.plate = 0x20808080;  // readable on white and on black
    style.width = options.strip_width;
    const Strip strip = strip_of(report, static_cast<std::size_t>(style.width), options.least_times);
    style.height = usual_height(style.width, strip.tracks());
    if (strip.device)
        style.names[static_cast<std::size_t>(Track::Seconds)] += concat(" (", strip.device->name, ")");
    Svg svg(style.width, style.height, style.text_size, 0);
    draw_strip(report, strip, style, svg);
    return svg.finished();
}

}  // namespace paramscope
