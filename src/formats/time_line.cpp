// The memory of a pass over its moments as an SVG picture that suits light and dark pages.
#include "base/concat.h"
#include "formats/picture_words.h"
#include "formats/pictures/svg.h"
#include "formats/pictures/time_line_picture.h"
#include "formats/support/filled.h"
#include "formats/support/numbers.h"
#include "formats/writers.h"

namespace paramscope {
namespace {

/// "training with Adam, float32".
std::string heading_of(const MemoryPlan& plan, const TimeLineWords& words) {
    if (!plan.options.is_training) return filled(words.inference, {plan.dtype});
    return filled(words.training, {state_of(plan.options.optimizer).label, plan.dtype});
}

std::string peak_text(const Report& report, const MemoryPlan& plan, const TimeLine& line,
                      const TimeLineWords& words) {
    const Moment& peak = line.moments[line.peak];
    const std::string at = peak.stage == PassStage::Step
                               ? std::string(words.stages[static_cast<std::size_t>(PassStage::Step)])
                               : path_with_repeats(report, peak.module);
    return filled(words.peak, {concat(sign_of(plan.total.basis), short_bytes(peak.total)), at});
}

}  // namespace

std::string write_time_line(const Report& report, const WriteOptions& options) {
    const MemoryPlan plan = options.plan == nullptr ? plan_memory(report, {}) : *options.plan;
    const TimeLine line = time_line_of(report, plan, kMostDrawnMoments);
    const TimeLineWords& words = time_line_words(options.language);
    TimeLineStyle style{file_style()};
    style.width = options.strip_width;
    style.heading = heading_of(plan, words);
    style.stages = words.stages;
    for (const std::string_view part : line.parts) style.parts.emplace_back(words.of(part));
    if (line.moments.empty()) {
        style.heading += concat(words.separator, words.unknown);
        style.height = style.text_size * 2;
    } else {
        style.peak = peak_text(report, plan, line, words);
    }
    Svg svg(style.width, style.height, style.text_size, 0);
    draw_time_line(line, style, svg);
    return svg.finished();
}

}  // namespace paramscope
