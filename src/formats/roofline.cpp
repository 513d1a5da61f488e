// The rooflines of a model on a device as an SVG picture that suits light and dark pages.
#include "base/concat.h"
#include "formats/numbers.h"
#include "formats/pictures/roofline_picture.h"
#include "formats/pictures/svg.h"
#include "formats/writers.h"

namespace paramscope {
namespace {

constexpr std::string_view kPasses[] = {"forward", "training step", "decode"};  // by Mode

std::string note_of(const Roofline& line) {
    const std::string without = percent(part_without_products(line));
    std::string note;
    if (!without.empty()) note = concat("without matrix products: ", without, " of the time");
    if (line.update_seconds > 0 && line.layer_seconds > 0)
        note += concat(note.empty() ? "" : "; ",
                       "the optimizer: ", percent(line.update_seconds / line.layer_seconds));
    return note;
}

/// "H100, decode: 990 TFLOP/s of float16, 3.35 TB/s; layer by layer at least 4.18 ms, 3% bound by compute".
std::string heading_of(const Roofline& line) {
    const std::string sign(sign_of(worst(line.flops.basis, line.bytes.basis)));
    const std::string rate =
        line.peak ? short_work(static_cast<Integer>(*line.peak), "FLOP/s") : std::string("unknown FLOP/s");
    const std::string part = percent(line.layers_bound_by_compute);
    return concat(line.device->name, ", ", kPasses[static_cast<std::size_t>(line.mode)], ": ", rate, " of ",
                  line.dtype, ", ", short_bytes(static_cast<Integer>(line.device->bandwidth)),
                  "/s; layer by layer at least ", sign, short_seconds(line.layer_seconds), ", ",
                  part.empty() ? "none" : part, " of it bound by compute");
}

}  // namespace

std::string write_roofline(const Report& report, const WriteOptions& options) {
    const std::span<const Roofline> lines = options.rooflines;
    RooflineStyle style;
    style.text = style.muted = style.roof = kFileText;
    style.line = kFileLine;
    style.has_titles = true;
    Svg svg(style.width, style.height * static_cast<float>(lines.size()), style.text_size, 0);
    for (const Roofline& line : lines) {
        style.heading = heading_of(line);
        style.note = note_of(line);
        draw_roofline(report, line, style, svg);
        style.top += style.height;
    }
    return svg.finished();
}

}  // namespace paramscope
