// A card for slides and articles: title, number, formula and map as one SVG picture.
#include "base/concat.h"
#include "count/explain/conclusion.h"
#include "count/explain/named_formula.h"
#include "formats/picture_words.h"
#include "formats/pictures/cube.h"
#include "formats/pictures/formula_spans.h"
#include "formats/pictures/map_legend.h"
#include "formats/pictures/svg.h"
#include "formats/support/cells.h"
#include "formats/support/filled.h"
#include "formats/writers.h"

namespace paramscope {
namespace {

constexpr float kCardMargin = 28, kCardRadius = 12, kCardGap = 14;
constexpr float kCardTitle = 15, kCardNumber = 40, kSmallCardNumber = 26, kCardFormula = 21, kCardText = 13;
constexpr float kNarrowCard = 480;  // cards less wide have a smaller number
constexpr float kMapOfCard = 150;
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
          parts_(report),
          map_(map_of(report, strip_of(report, kMostMapLayers), parts_)),
          named_(named_formula(report, root_.facts->parameters.formula)) {
        if (!root_.facts->parameters.formula.is_constant()) {
            const std::string formula = print_factored(named_.formula, Notation::Unicode);
            lines_ = formula_lines(formula, inner_, kCardFormula, kMostFormulaLines);
            sentences_ = {symbols(), conclusion(), remarks()};
        } else {
            sentences_ = {conclusion(), remarks()};
        }
        std::erase(sentences_, "");
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
        for (const std::string& line : sentences_)
            svg.letters({kCardMargin, next(kCardText)}, line, {kCardText, style_.muted});
        draw_map_below(svg);
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

    float height() const {
        const auto formulas = static_cast<float>(lines_.size());
        const auto sentences = static_cast<float>(sentences_.size());
        const float words = kCardTitle + number_size() + kCardFormula * formulas + kCardText * sentences;
        return 2 * kCardMargin + words * 1.5f + kCardGap + kCardText * 2 + kMapOfCard;
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

    /// "96 % of the parameters are in 32 equal layers; …".
    std::string conclusion() const {
        const std::optional<Message> found = conclusion_of(report_, map_);
        const std::string sentence = found ? picture_sentence(language_, *found) : "";
        return usual_width(sentence, kCardText) <= inner_ ? sentence : "";
    }

    /// "1.70 T FLOPs · 13.5 GB in float16 · input 1 × 128".
    std::string remarks() const {
        std::string text;
        const auto add = [&](const std::string& remark) {
            text += concat(text.empty() ? "" : " · ", remark);
        };
        const Quantity& flops = root_.facts->flops;
        if (!flops.is_unknown()) add(filled(words_.work, {short_range(flops, report_.flops_bounds)}));
        if (report_.bytes && report_.model != nullptr)
            add(filled(words_.weights, {short_bytes(*report_.bytes), report_.model->dtype}));
        if (!report_.inputs.empty()) add(filled(words_.input, {input_text(report_)}));
        return text;
    }

    void draw_map_below(Svg& svg) {
        MapStyle style{style_};
        style.text_size = kCardText;
        style.parts = &parts_;
        style.plate = kCardPlate;
        style.width = inner_;
        style.height = kMapOfCard;
        style.each = each_words(language_);
        svg.begin_part({kCardMargin, y_ + kCardGap});
        draw_map_legend(
            map_, style, kCardText * 0.75f, [&](std::string_view part) { return part_word(language_, part); },
            svg);
        svg.end_part();
        svg.begin_part({kCardMargin, y_ + kCardGap + kCardText * 2});
        draw_map(report_, map_, style, svg);
        svg.end_part();
    }

    const Report& report_;
    const NodeReport& root_;
    const NumberWords& words_;
    const Language language_;
    const float inner_;  ///< the width inside of the margins
    const Parts parts_;
    const ModelMap map_;
    const NamedFormula named_;
    const PictureStyle style_ = card_style();
    std::vector<std::string> lines_;      ///< of the formula
    std::vector<std::string> sentences_;  ///< below it, a line each
    float y_ = kCardMargin;
};

}  // namespace

std::string write_card(const Report& report, const WriteOptions& options) {
    if (report.root() == nullptr) return "";
    return Card(report, options).draw();
}

}  // namespace paramscope
