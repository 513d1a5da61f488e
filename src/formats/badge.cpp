// Badges for READMEs: "params 6.74 B", as a small SVG picture that needs no font and no other site.
#include <cmath>

#include "base/concat.h"
#include "formats/picture_words.h"
#include "formats/pictures/cube.h"
#include "formats/pictures/svg.h"
#include "formats/support/cells.h"
#include "formats/writers.h"

namespace paramscope {
namespace {

constexpr float kBadgeHeight = 20, kBadgeRadius = 4;  // as high as the badges of other services
constexpr float kBadgeText = 11, kBadgeMargin = 7, kMarkSize = 13;
constexpr float kWiderLetters = 1.06f;  // of small and of bold letters
constexpr Colour kLabelGround = opaque(0x2B303B);

std::string badge(const Report& report, std::string_view label, const std::string& value) {
    const float label_width = std::ceil(usual_width(label, kBadgeText) * kWiderLetters),
                mark_end = kBadgeMargin - 1 + kMarkSize;
    const float value_width = std::ceil(usual_width(value, kBadgeText) * kWiderLetters);
    const float split = mark_end + 4 + label_width + kBadgeMargin;
    const float width = split + value_width + 2 * kBadgeMargin;
    Svg svg(width, kBadgeHeight, kBadgeText, 0);
    const NodeReport* root = report.root();
    const std::string_view title = title_of(report);
    const std::string_view model = !title.empty() ? title : root != nullptr ? root->type : "";
    svg.name(concat(model, model.empty() ? "" : ": ", label, " ", value));
    svg.rounded_box({0, 0, width, kBadgeHeight}, kBadgeRadius, kAccent);
    svg.rounded_box({0, 0, split, kBadgeHeight}, kBadgeRadius, kLabelGround);
    svg.box({split - kBadgeRadius, 0, kBadgeRadius, kBadgeHeight}, kLabelGround);
    draw_cube({kBadgeMargin - 1, (kBadgeHeight - kMarkSize) / 2, kMarkSize, kMarkSize}, kOnAccent, svg);
    const float middle = kBadgeHeight / 2;
    svg.letters({mark_end + 4, middle}, label, {kBadgeText, kOnAccent, false, false, label_width});
    svg.letters({split + kBadgeMargin, middle}, value, {kBadgeText, kOnAccent, true, false, value_width});
    return svg.finished();
}

using Shortened = std::string (*)(Integer);

/// The number with the sign of its basis, "?" where nothing is known.
std::string value_of(const Quantity& quantity, Shortened shortened) {
    return quantity.is_unknown() ? "?" : concat(sign_of(quantity.basis), shortened(*quantity.value));
}

Quantity number_of(const Report& report, Quantity ModuleFacts::*number) {
    return report.root() == nullptr ? Quantity{{}, std::nullopt, Basis::Partial}
                                    : (*report.root()->facts).*number;
}

}  // namespace

std::string write_badge(const Report& report, const WriteOptions& options) {
    return badge(report, number_words(options.language).parameters,
                 value_of(number_of(report, &ModuleFacts::parameters), short_count));
}

std::string write_flops_badge(const Report& report, const WriteOptions& options) {
    return badge(report, number_words(options.language).flops,
                 short_range(number_of(report, &ModuleFacts::flops), report.flops_bounds));
}

std::string write_memory_badge(const Report& report, const WriteOptions& options) {
    const Quantity total = options.plan != nullptr ? options.plan->total : plan_memory(report, {}).total;
    return badge(report, number_words(options.language).memory, value_of(total, short_bytes));
}

}  // namespace paramscope
