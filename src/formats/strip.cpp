// The depth strip and the map as SVG pictures that suit light and dark pages.
#include "base/concat.h"
#include "formats/picture_words.h"
#include "formats/pictures/map_legend.h"
#include "formats/pictures/strip_picture.h"
#include "formats/pictures/svg.h"
#include "formats/writers.h"

namespace paramscope {
namespace {

constexpr Colour kPlateOfFiles = 0x20808080;  // readable on white and on black
constexpr float kMapHeight = 130;             // pixels

}  // namespace

std::string write_map(const Report& report, const WriteOptions& options) {
    MapStyle style{file_style()};
    const Parts parts(report);
    style.parts = &parts;
    style.plate = kPlateOfFiles;
    style.width = options.strip_width;
    style.height = kMapHeight;
    style.each = each_words(options.language);
    const ModelMap map = map_of(report, strip_of(report, kMostMapLayers), parts);
    const float line = style.text_size * 1.75f;
    Svg svg(style.width, style.height + line, style.text_size, 0);
    svg.begin_part({0, line});
    draw_map(report, map, style, svg);
    svg.end_part();
    draw_map_legend(
        map, style, style.text_size * 0.75f,
        [&](std::string_view part) { return part_word(options.language, part); }, svg);
    return svg.finished();
}

std::string write_strip(const Report& report, const WriteOptions& options) {
    StripStyle style{file_style()};
    const Parts parts(report);
    style.parts = &parts;
    speak(options.language, &style);
    style.plate = kPlateOfFiles;
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
