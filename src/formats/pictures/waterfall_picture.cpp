#include "formats/pictures/waterfall_picture.h"

#include <algorithm>

#include "base/concat.h"
#include "base/utf8.h"
#include "count/compare/cause_words.h"
#include "formats/support/numbers.h"

namespace paramscope {
namespace {

constexpr float kNarrow = 560;         // pixels; below it words are above their bar
constexpr double kLeastOfAxis = 0.15;  // differences below this share of the totals get an axis of their own
constexpr std::size_t kMostWords = 400;  // bytes of a title or a detail

/// The longest beginning of `words` that fits, with an ellipsis.
std::string fitted(std::string words, float width, const WaterfallStyle& style) {
    const auto cut = [&](std::size_t end) {
        while (end > 0 && end < words.size() && is_utf8_continuation(words[end])) --end;
        return concat(std::string_view(words).substr(0, end), "…");
    };
    if (words.size() <= kMostWords && style.text_width(words, style.text_size) <= width) return words;
    std::size_t low = 0, high = std::min(words.size(), kMostWords);
    while (low + 1 < high) {
        const std::size_t middle = (low + high) / 2;
        (style.text_width(cut(middle), style.text_size) <= width ? low : high) = middle;
    }
    return cut(low);
}

std::string short_amount(Integer amount, CauseMeasure measure) {
    if (measure == CauseMeasure::Parameters) return short_count(amount);
    if (measure == CauseMeasure::Bytes) return short_bytes(amount);
    return short_work(amount, measure == CauseMeasure::Macs ? "MACs" : "FLOPs");
}

/// Where the amounts are between the left and the right edge of the bars.
class Axis {
  public:
    Axis(const Waterfall& waterfall, float left, float right) : left_(left), width_(right - left) {
        double least = waterfall.bars.front().to, most = least;
        for (const WaterfallBar& bar : waterfall.bars) {
            least = std::min(least, bar.to);
            most = std::max(most, bar.to);
        }
        is_broken_ = most - least < kLeastOfAxis * most;
        low_ = is_broken_ ? std::max(0.0, least - (most - least) / 3) : std::min(0.0, least);
        high_ = std::max(most, low_ + 1e-9);
    }

    float x(double value) const {
        const double share = std::clamp((value - low_) / (high_ - low_), 0.0, 1.0);
        return left_ + width_ * static_cast<float>(share);
    }
    float left() const { return left_; }
    bool is_broken() const { return is_broken_; }

  private:
    float left_, width_;
    double low_ = 0, high_ = 1;
    bool is_broken_ = false;
};

Colour colour_of(const WaterfallBar& bar, const WaterfallStyle& style) {
    if (bar.kind == WaterfallBar::Kind::Total) return style.total;
    return bar.kind == WaterfallBar::Kind::More ? style.more : style.less;
}

std::string title_of_row(const Waterfall& waterfall, std::size_t i, const WaterfallStyle& style) {
    if (i == 0) return style.left;
    return i + 1 == waterfall.bars.size() ? style.right : style.render(waterfall.bars[i].title);
}

/// Places of one row.
struct Row {
    float words, words_width;  ///< of title and detail
    float amount;              ///< right edge of the amount
    Box bar;
};

/// A long title and a short amount share a line: in a narrow picture the title has all that the amount
/// leaves.
Row row_at(float y, const WaterfallBar& bar, const Axis& axis, const WaterfallStyle& style, bool is_narrow) {
    const float from = axis.x(std::min(bar.from, bar.to));
    const float to = axis.x(std::max(bar.from, bar.to));
    const float thick = style.text_size * (is_narrow ? 0.7f : 1.3f);
    const float above = style.text_size * (is_narrow ? 3.1f : 0.75f);
    const float amount =
        is_narrow ? style.text_width(bar.amount, style.text_size) + style.text_size : style.text_size * 8;
    Row row{0, 0, style.width, {from, y + above, std::max(to - from, 1.0f), thick}};
    row.words_width = is_narrow ? style.width - amount : axis.left() - amount - style.text_size;
    if (!is_narrow) row.amount = axis.left() - style.text_size;
    return row;
}

void draw_words(const Waterfall& waterfall, std::size_t i, float y, const Row& row,
                const WaterfallStyle& style, Ink& ink) {
    const WaterfallBar& bar = waterfall.bars[i];
    const std::string detail = detail_of(bar, style);
    const float first = y + style.text_size * (detail.empty() ? 1.4f : 0.8f);
    ink.words({row.words, first}, fitted(title_of_row(waterfall, i, style), row.words_width, style),
              style.text, Anchor::Start);
    ink.words({row.amount, first}, bar.amount, style.text, Anchor::End);
    if (detail.empty()) return;
    ink.words({row.words, first + style.text_size * 1.3f}, fitted(detail, row.words_width, style),
              style.muted, Anchor::Start);
}

/// Two gaps near the left end of a total whose bar does not begin at zero.
void draw_break(const Row& row, const WaterfallStyle& style, Ink& ink) {
    for (const float at : {0.6f, 1.1f}) {
        const float x = row.bar.x + style.text_size * at;
        const Point slash[] = {{x, row.bar.y + row.bar.h + 2}, {x + style.text_size * 0.4f, row.bar.y - 2}};
        ink.line(slash, style.line, 2);
    }
}

}  // namespace

std::string signed_amount(Integer amount, CauseMeasure measure) {
    if (amount < 0) return concat("−", short_amount(-amount, measure));
    return concat("+", short_amount(amount, measure));
}

std::string detail_of(const WaterfallBar& bar, const WaterfallStyle& style) {
    if (style.detail == WaterfallDetail::Exact)
        return concat(bar.exact, bar.formula.empty() ? "" : "  ", bar.formula);
    return style.detail == WaterfallDetail::Place || bar.formula.empty() ? bar.place : bar.formula;
}

Waterfall waterfall_of(const Report& left, const Report& right, const std::vector<Cause>& causes,
                       CauseMeasure measure, std::string (*render)(const Message&)) {
    Waterfall waterfall;
    const Quantity before = total_of(left, measure), after = total_of(right, measure);
    const LargestCauses largest = largest_causes(causes, measure);
    if (!before.value || !after.value || largest.causes.empty()) return waterfall;
    Integer reached = *before.value;
    const auto add_total = [&](const Quantity& total) {
        waterfall.bars.push_back({WaterfallBar::Kind::Total,
                                  {},
                                  "",
                                  "",
                                  concat(sign_of(total.basis), short_amount(*total.value, measure)),
                                  exact(total),
                                  0,
                                  static_cast<double>(*total.value)});
    };
    const auto add = [&](Message title, std::string place, std::string formula, Integer amount) {
        const Integer from = reached;
        reached += amount;
        waterfall.bars.push_back(
            {amount > 0 ? WaterfallBar::Kind::More : WaterfallBar::Kind::Less, std::move(title),
             std::move(place), std::move(formula), signed_amount(amount, measure),
             concat(amount > 0 ? "+" : "−", with_thousands(amount > 0 ? amount : -amount)),
             static_cast<double>(from), static_cast<double>(reached)});
    };
    add_total(before);
    for (const Cause* cause : largest.causes)
        add(title_of(*cause), render(place_of(*cause)), formula_of(left, right, *cause, measure),
            cause->amount(measure));
    if (largest.smaller > 0) add(title_of_smaller(largest), "", "", largest.smaller_amount);
    add_total(after);
    return waterfall;
}

float waterfall_row_height(const WaterfallStyle& style) {
    return style.text_size * (style.width < kNarrow ? 4.4f : 3.0f);
}

void draw_waterfall(const Waterfall& waterfall, const WaterfallStyle& style, float top, Ink& ink) {
    if (waterfall.bars.empty()) return;
    const bool is_narrow = style.width < kNarrow;
    const Axis axis(waterfall, is_narrow ? 0 : style.width * 0.6f, style.width);
    const float height = waterfall_row_height(style);
    for (std::size_t i = 0; i < waterfall.bars.size(); ++i) {
        const WaterfallBar& bar = waterfall.bars[i];
        const float y = top + height * static_cast<float>(i);
        const Row row = row_at(y, bar, axis, style, is_narrow);
        ink.box(row.bar, colour_of(bar, style), concat(title_of_row(waterfall, i, style), ": ", bar.amount));
        if (bar.kind == WaterfallBar::Kind::Total && axis.is_broken()) draw_break(row, style, ink);
        draw_words(waterfall, i, y, row, style, ink);
        if (i + 1 == waterfall.bars.size()) break;
        const float x = axis.x(bar.to);
        const Point next[] = {{x, row.bar.y + row.bar.h}, {x, row.bar.y + height}};
        ink.line(next, style.line, 1);
    }
}

}  // namespace paramscope
