// The waterfall of a difference as an SVG picture that suits light and dark pages.
#include <utility>

#include "formats/comparison/comparison_parts.h"
#include "formats/pictures/svg.h"
#include "formats/pictures/waterfall_picture.h"

namespace paramscope {
namespace {

// Readable on white and on black.
constexpr Colour kTotal = 0xFFA8998F;
constexpr Colour kMore = 0xFF2B82D9;
constexpr Colour kLess = 0xFF8F9E2E;

std::string in_english(const Message& message) {
    return message.english();
}

}  // namespace

std::string comparison_waterfall(const Comparison& comparison, const TextLayout*) {
    const ComparedModel &left = comparison.left, &right = comparison.right;
    std::vector<std::pair<std::string_view, Waterfall>> parts;
    const auto add = [&](std::string_view heading, CauseMeasure measure) {
        Waterfall waterfall = waterfall_of(*left.report, *right.report, comparison.causes, measure, in_english);
        if (!waterfall.bars.empty()) parts.emplace_back(heading, std::move(waterfall));
    };
    add("Parameters", CauseMeasure::Parameters);
    add("FLOPs", CauseMeasure::Flops);
    if (parts.empty()) add("Bytes of parameters", CauseMeasure::Bytes);
    WaterfallStyle style{file_style()};
    style.total = kTotal;
    style.more = kMore;
    style.less = kLess;
    style.left = left.name;
    style.right = right.name;
    style.render = in_english;
    const float heading = style.text_size * 2.5f;
    float height = parts.empty() ? heading : 0;
    for (const auto& part : parts)
        height += heading + waterfall_row_height(style) * static_cast<float>(part.second.bars.size());
    Svg svg(style.width, height, style.text_size, 0);
    if (parts.empty()) svg.words({0, style.text_size}, "no difference in numbers", style.text, Anchor::Start);
    float top = 0;
    for (const auto& [name, waterfall] : parts) {
        svg.words({0, top + style.text_size}, name, style.text, Anchor::Start);
        draw_waterfall(waterfall, style, top + heading, svg);
        top += heading + waterfall_row_height(style) * static_cast<float>(waterfall.bars.size());
    }
    return svg.finished();
}

}  // namespace paramscope
