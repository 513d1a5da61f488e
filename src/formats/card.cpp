// A card for slides and articles: title, number, formula and depth strip as one SVG picture.
#include "base/concat.h"
#include "count/explain/named_formula.h"
#include "formats/picture_words.h"
#include "formats/pictures/cube.h"
#include "formats/pictures/formula_spans.h"
#include "formats/pictures/strip_picture.h"
#include "formats/pictures/svg.h"
#include "formats/support/cells.h"
#include "formats/support/filled.h"
#include "formats/writers.h"

namespace paramscope {
namespace {

constexpr float kCardMargin = 28, kCardRadius = 12, kCardGap = 14;
constexpr float kCardTitle = 15, kCardNumber = 40, kSmallCardNumber = 26, kCardFormula = 21, kCardText = 13;
constexpr float kNarrowCard = 480;  // cards less wide have a smaller number
constexpr std::size_t kMostFormulaLines = 3;
constexpr Colour kCardGround = opaque(0xFFFFFF), kCardPlate = opaque(0xF1F3F6);

class Card {
  public:
    Card(const Report& report, const WriteOptions& options)
        : report_(report),
          root_(*report.root()),
          words_(number_words(options.language)),
          language_(options.language),
          inner_{options.strip_width - 2 * kCardMargin},
          strip_(strip_of(report, static_cast<std::size_t>(inner_), options.least_times)),
          named_(named_formula(report, root_.facts->parameters.formula)) {
        if (root_.facts->parameters.formula.is_constant()) return;
        const std::string formula = print_factored(named_.formula, Notation::Unicode);
        lines_ = formula_lines(formula, inner_, kCardFormula, kMostFormulaLines);
        symbols_ = symbols();
    }

    std::string draw() {
        const float width = inner_ + 2 * kCardMargin;
        Svg svg(width, height(), kCardText, 0);
        svg.name(filled(words_.name, {title(), total_in_words(report_, bounds())}));
        svg.rounded_box({0, 0, width, height()}, kCardRadius, style_.line);
        svg.rounded_box({1, 1, width - 2, height() - 2}, kCardRadius - 1, kCardGround);
        draw_title(svg);
        draw_number(svg);
        for (const std::string& line : lines_)
            svg.formula({kCardMargin, next(kCardFormula)}, line, {kCardFormula, style_.text, false, true});
        if (!symbols_.empty())
            svg.letters({kCardMargin, next(kCardText)}, symbols_, {kCardText, style_.muted});
        svg.letters({kCardMargin, next(kCardText)}, remarks(), {kCardText, style_.muted});
        draw_strip_below(svg);
        return svg.finished();
    }

  private:
    /// The middle of the next line, of letters of that size.
    float next(float size) {
        const float middle = y_ + size * 0.75f;
        y_ += size * 1.5f;
        return middle;
    }

    float number_size() const { return inner_ < kNarrowCard ? kSmallCardNumber : kCardNumber; }

    float strip_height() const { return usual_height(inner_, strip_.tracks()); }

    float height() const {
        const float small = kCardText * (symbols_.empty() ? 1 : 2);
        const float words =
            kCardTitle + number_size() + kCardFormula * static_cast<float>(lines_.size()) + small;
        return 2 * kCardMargin + words * 1.5f + kCardGap + strip_height();
    }

    const BoundWords& bounds() const {
        return language_ == Language::Chinese ? kChineseBounds : kEnglishBounds;
    }

    std::string title() const {
        const std::string_view title = title_of(report_);
        return std::string(title.empty() ? root_.type : title);
    }

    void draw_title(Svg& svg) {
        const float middle = next(kCardTitle);
        draw_cube({kCardMargin, middle - kCardTitle / 2 - 1, kCardTitle + 2, kCardTitle + 2}, kAccent, svg);
        svg.letters({kCardMargin + kCardTitle * 1.6f, middle}, title(), {kCardTitle, style_.text, true});
    }

    void draw_number(Svg& svg) {
        const Quantity& number = root_.facts->parameters;
        const std::string digits = exact(number);
        const float size = number_size(), middle = next(size);
        const float width = usual_width(digits, size) * 1.02f;
        svg.letters({kCardMargin, middle}, digits, {size, style_.text, true, false, width});
        const std::string brief = number.is_unknown() ? "" : short_count(*number.value);
        const bool says_more = !brief.empty() && brief != digits && inner_ >= kNarrowCard;
        svg.letters({kCardMargin + width + kCardText, middle + size * 0.15f},
                    says_more ? concat(words_.total, " · ", brief) : std::string(words_.total),
                    {kCardText, style_.muted});
    }

    /// "H = hidden_size = 4096 · L = …", of the symbols of the formula, as many as there is room for.
    std::string symbols() const {
        std::string text;
        for (const NamedSize& size : named_.sizes) {
            const std::string one =
                concat(text.empty() ? "" : " · ", size.symbol, " = ",
                       size.meaning.empty() ? "" : concat(size.meaning, " = "), to_string(size.value));
            if (usual_width(text + one, kCardText) > inner_) return text + " …";
            text += one;
        }
        return text;
    }

    /// "1.70 T FLOPs · 13.5 GB in float16 · input 1 × 128".
    std::string remarks() const {
        std::string text;
        const auto add = [&](const std::string& remark) {
            text += concat(text.empty() ? "" : " · ", remark);
        };
        const Quantity& flops = root_.facts->flops;
        if (!flops.is_unknown())
            add(filled(words_.work, {concat(sign_of(flops.basis), short_work(*flops.value, ""))}));
        if (report_.bytes && report_.model != nullptr)
            add(filled(words_.weights, {short_bytes(*report_.bytes), report_.model->dtype}));
        if (!report_.inputs.empty()) add(filled(words_.input, {input_text(report_)}));
        return text;
    }

    void draw_strip_below(Svg& svg) {
        StripStyle style{style_};
        speak(language_, &style);
        style.text_size = kCardText;
        style.plate = kCardPlate;
        style.width = inner_;
        style.height = strip_height();
        svg.begin_part({kCardMargin, y_ + kCardGap});
        draw_strip(report_, strip_, style, svg);
        svg.end_part();
    }

    const Report& report_;
    const NodeReport& root_;
    const NumberWords& words_;
    const Language language_;
    const float inner_;  ///< the width inside of the margins
    const Strip strip_;
    const NamedFormula named_;
    const PictureStyle style_ = card_style();
    std::vector<std::string> lines_;  ///< of the formula
    std::string symbols_;
    float y_ = kCardMargin;
};

}  // namespace

std::string write_card(const Report& report, const WriteOptions& options) {
    if (report.root() == nullptr) return "";
    return Card(report, options).draw();
}

}  // namespace paramscope
