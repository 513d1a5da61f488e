// The rooflines of a model on a device as an SVG picture that suits light and dark pages.
#include "base/concat.h"
#include "formats/picture_words.h"
#include "formats/pictures/roofline_picture.h"
#include "formats/pictures/svg.h"
#include "formats/support/filled.h"
#include "formats/support/numbers.h"
#include "formats/writers.h"

namespace paramscope {
namespace {

std::string note_of(const Roofline& line, const RooflineWords& words) {
    const std::string without = percent(part_without_products(line));
    std::string note;
    if (!without.empty()) note = filled(words.without_products, {without});
    if (line.update_seconds > 0 && line.layer_seconds > 0)
        note += concat(note.empty() ? "" : words.separator,
                       filled(words.optimizer, {percent(line.update_seconds / line.layer_seconds)}));
    return note;
}

/// "H100, decode: 990 TFLOP/s of float16, 3.35 TB/s; layer by layer at least 4.18 ms, 3% of it bound by
/// compute".
std::string heading_of(const Roofline& line, const RooflineWords& words) {
    const std::string_view sign = sign_of(worst(line.flops.basis, line.bytes.basis));
    const std::string rate =
        line.peak ? short_work(static_cast<Integer>(*line.peak), "FLOP/s") : std::string(words.unknown_rate);
    const std::string part = percent(line.layers_bound_by_compute);
    return filled(words.heading,
                  {line.device->name, words.passes[static_cast<std::size_t>(line.mode)], rate, line.dtype,
                   short_bytes(static_cast<Integer>(line.device->bandwidth)),
                   concat(sign, short_seconds(line.layer_seconds)), part.empty() ? words.none : part});
}

}  // namespace

std::string write_roofline(const Report& report, const WriteOptions& options) {
    const std::span<const Roofline> lines = options.rooflines;
    const Parts parts(report);
    RooflineStyle style{file_style()};
    style.parts = &parts;
    const RooflineWords& words = roofline_words(options.language);
    style.across = words.across;
    Svg svg(style.width, style.height * static_cast<float>(lines.size()), style.text_size, 0);
    for (const Roofline& line : lines) {
        style.heading = heading_of(line, words);
        style.note = note_of(line, words);
        draw_roofline(report, line, style, svg);
        style.top += style.height;
    }
    return svg.finished();
}

}  // namespace paramscope
