#include "app/ui/math_text.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <vector>

#include "algebra/factored.h"
#include "algebra/print.h"
#include "algebra/terms.h"
#include "app/ui/semantics.h"
#include "app/ui/widgets.h"
#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "platform/platform.h"

namespace paramscope::app {
namespace {

// Lengths as fractions of the line's height, which is 5/4 of the letters' size.
constexpr float kAbove = 0.62f;       // height of a capital above the baseline
constexpr float kBelow = 0.2f;        // depth of a descender
constexpr float kAxis = 0.25f;        // height of fraction bars
constexpr float kScript = 0.7f;       // size of exponents and indices
constexpr float kInFraction = 0.88f;  // size of numerators and denominators
constexpr float kThinSpace = 0.1f;
constexpr float kOperatorSpace = 0.22f;
constexpr std::size_t kLongestDescribed = 2000;  // longer formulas have no accessible description
constexpr int kDeepest = 12;                     // most nested functions that are typeset

enum class Shape : std::uint8_t { Upright, Slanted, Bar, Floor, FloorEnd, Ceil, CeilEnd, Open, Close };

// A glyph run at the start of its baseline, or a line or bracket at its top left corner.
struct Piece {
    Shape shape;
    ImVec2 at;
    ImVec2 extent;  // for text, y is its size
    std::string words;
    ImU32 colour = 0;  // 0: that of the formula
};

// A typeset unit, relative to the start of its baseline.
struct MathBox {
    float width = 0;
    float above = 0;
    float below = 0;
    float bare = -1;  // the width without a trailing index, over which exponents are placed
    std::vector<Piece> pieces;

    void add(MathBox&& other, float raised = 0) {
        const float advance = other.width;
        put(std::move(other), width, raised);
        width += advance;
    }

    // Adds another box over this one without changing the width.
    void put(MathBox&& other, float x, float raised) {
        above = std::max(above, other.above + raised);
        below = std::max(below, other.below - raised);
        for (Piece& piece : other.pieces) {
            piece.at = {piece.at.x + x, piece.at.y - raised};
            pieces.push_back(std::move(piece));
        }
    }
};

ImFont* face(Shape shape) {
    return shape == Shape::Slanted ? platform::fonts().symbol : platform::fonts().formula;
}

MathBox text_box(std::string words, float size, Shape shape = Shape::Upright) {
    MathBox box;
    box.width = face(shape)->CalcTextSizeA(size, FLT_MAX, 0, words.data(), words.data() + words.size()).x;
    box.above = size * kAbove;
    box.below = size * kBelow;
    box.pieces.push_back({shape, {0, 0}, {box.width, size}, std::move(words)});
    return box;
}

MathBox space(float width) {
    MathBox box;
    box.width = width;
    return box;
}

// Typesets one formula at one size.
class Setter {
  public:
    Setter(float size, SymbolNumbers numbers) : size_(size), numbers_(numbers) {}

    // One term with its leading sign.
    MathBox signed_term(const Term& term, bool is_first) const {
        MathBox box = sign(term, is_first);
        box.add(product(term));
        return box;
    }

    // The same in pieces between which a line may end: its factors, and last what divides them.
    std::vector<MathBox> pieces(const Term& term, bool is_first) const {
        std::vector<MathBox> pieces = factors(term, true, false).apart;
        const Factors below = smaller(kInFraction).factors(term, false, true);
        if (pieces.empty()) pieces.push_back(one());
        if (!below.is_empty) {
            MathBox divided = dot();
            divided.add(fraction({smaller(kInFraction).one(), false}, Factors(below)));
            pieces.push_back(std::move(divided));
        }
        MathBox first = sign(term, is_first);
        first.add(std::move(pieces.front()));
        pieces.front() = std::move(first);
        return pieces;
    }

    // A term with its part of the width that the pointer does not find.
    struct Part {
        const Term* term;
        MathBox box;
        float before = 0;
    };

    // A common factor times what is in parentheses: a part for each term, between which a line may end.
    std::vector<Part> group(const WrittenTerm& written, bool is_first) const {
        std::vector<Power> powers(written.shown.monomial.begin(), written.shown.monomial.end() - 1);
        const Term common{written.shown.coefficient, Monomial(std::move(powers))};
        MathBox factor = sign(common, is_first);
        if (Factors made = factors(common, true, true); !made.is_empty) {
            factor.add(std::move(made.box));
            factor.add(space(size_ * kThinSpace));
        }
        const std::span<const Term> inside = written.inside().terms();
        std::vector<Part> parts;
        float above = 0, below = 0;
        for (const Term* term : in_reading_order(inside)) {
            parts.push_back({written.terms[static_cast<std::size_t>(term - inside.data())],
                             signed_term(*term, parts.empty())});
            above = std::max(above, parts.back().box.above);
            below = std::max(below, parts.back().box.below);
        }
        factor.add(bracket(Shape::Open, above, below));
        parts.front().before = factor.width;
        factor.add(std::move(parts.front().box));
        parts.front().box = std::move(factor);
        parts.back().box.add(bracket(Shape::Close, above, below));
        return parts;
    }

    MathBox sum(const Polynomial& value) const {
        if (value.is_faulted()) return text_box(std::string(to_string(value.fault())), size_);
        if (value.is_zero()) return text_box("0", size_);
        MathBox box;
        bool is_first = true;
        for (const Term* term : in_reading_order(value.terms())) {
            box.add(signed_term(*term, is_first));
            is_first = false;
        }
        return box;
    }

  private:
    Setter smaller(float share) const { return {size_ * share, numbers_}; }

    MathBox sign(const Term& term, bool is_first) const {
        MathBox box;
        const bool negative = term.coefficient < Rational();
        if (is_first) {
            if (negative) box.add(text_box("−", size_));
            return box;
        }
        box.add(space(size_ * kOperatorSpace));
        box.add(text_box(negative ? "−" : "+", size_));
        box.add(space(size_ * kOperatorSpace));
        return box;
    }

    MathBox dot() const {
        MathBox box = space(size_ * kThinSpace);
        box.add(text_box("·", size_));
        box.add(space(size_ * kThinSpace));
        return box;
    }

    // ---- products

    // Adjacent factors: a dot is used only between digits or words that would run together.
    struct Factors {
        MathBox box;
        bool is_empty = true;
        bool ends_in_word = false;
        std::vector<MathBox> apart = {};  // each factor with the dot before it

        static bool is_word(const MathBox& factor) {
            const Piece* first = factor.pieces.empty() ? nullptr : &factor.pieces.front();
            return first != nullptr && first->shape == Shape::Upright && !is_digit(first->words.front());
        }

        void add(MathBox&& factor, float size) {
            const bool leads_with_digit = !factor.pieces.empty() && !factor.pieces.front().words.empty() &&
                                          is_digit(factor.pieces.front().words.front());
            const bool word = is_word(factor);
            MathBox piece;
            if (!is_empty) {
                piece.add(space(size * kThinSpace));
                if (leads_with_digit || word || ends_in_word) {
                    piece.add(text_box("·", size));
                    piece.add(space(size * kThinSpace));
                }
            }
            piece.add(std::move(factor));
            apart.push_back(piece);
            box.add(std::move(piece));
            is_empty = false;
            ends_in_word = word;
        }
    };

    MathBox product(const Term& term) const {
        const bool is_divided = !term.coefficient.is_integer() ||
                                any_of(term.monomial, [](const Power& power) { return power.exponent < 0; });
        if (!is_divided) {
            Factors made = factors(term, true, true);
            return made.is_empty ? one() : std::move(made.box);
        }
        return fraction(smaller(kInFraction).factors(term, true, true),
                        smaller(kInFraction).factors(term, false, true));
    }

    // The factors of the numerator or the denominator.
    Factors factors(const Term& term, bool over, bool is_alone) const {
        Factors made;
        const Rational& coefficient = term.coefficient;
        const Integer number = over ? coefficient.numerator() : coefficient.denominator();
        if (magnitude(number) != 1) made.add(text_box(formula_digits(number), size_), size_);
        const auto count =
            count_if(term.monomial, [&](const Power& power) { return (power.exponent > 0) == over; });
        for (const Power& power : term.monomial) {
            if ((power.exponent > 0) != over) continue;
            // A sum that is the whole denominator needs no parentheses.
            const bool is_bare =
                !over && is_alone && count == 1 && made.is_empty && power.exponent == -1 && is_group(power);
            made.add(is_bare ? sum(power.atom.arguments().front()) : powered(power), size_);
        }
        return made;
    }

    MathBox fraction(Factors&& over, Factors&& under) const {
        MathBox above = over.is_empty ? smaller(kInFraction).one() : std::move(over.box);
        MathBox below = under.is_empty ? smaller(kInFraction).one() : std::move(under.box);
        const float thickness = std::max(1.0f, std::round(size_ * 0.05f));
        const float gap = size_ * 0.1f;
        const float margin = size_ * 0.06f;
        const float axis = size_ * kAxis;
        MathBox box;
        box.width = std::max(above.width, below.width) + margin * 4;
        const float above_left = (box.width - above.width) * 0.5f;
        const float below_left = (box.width - below.width) * 0.5f;
        const float up = axis + gap + above.below;
        const float down = below.above + gap - axis;
        box.put(std::move(above), above_left, up);
        box.put(std::move(below), below_left, -down);
        box.pieces.push_back({Shape::Bar, {margin, -axis}, {box.width - margin * 2, thickness}, {}});
        return box;
    }

    MathBox one() const { return text_box("1", size_); }

    // ---- atoms and their powers, without the sign of the exponent

    MathBox powered(const Power& power) const {
        const int exponent = std::abs(power.exponent);
        MathBox base = atom(power.atom, exponent != 1);
        return exponent == 1 ? std::move(base) : raised(std::move(base), Polynomial(exponent));
    }

    MathBox raised(MathBox&& base, const Polynomial& exponent) const {
        const float up = std::max(size_ * 0.34f, base.above - size_ * 0.28f);
        MathBox script = smaller(kScript).sum(exponent);
        const float x = base.bare < 0 ? base.width : base.bare;
        base.width = std::max(base.width, x + script.width);
        base.put(std::move(script), x, up);
        return std::move(base);
    }

    MathBox atom(const Atom& atom, bool is_base) const {
        if (atom.is_symbol()) return symbol(atom.symbol());
        if (atom.depth() > kDeepest) return text_box("…", size_);
        const std::span<const Polynomial> arguments = atom.arguments();
        switch (atom.function()) {
            case Function::Floor:
                return bracketed(quotient(arguments[0]), Shape::Floor, Shape::FloorEnd);
            case Function::Ceil:
                return bracketed(quotient(arguments[0]), Shape::Ceil, Shape::CeilEnd);
            case Function::Min:
            case Function::Max:
                return call(to_string(atom.function()), arguments);
            case Function::Power:
                return tower(arguments, is_base);
            case Function::Group:
                return bracketed(sum(arguments[0]), Shape::Open, Shape::Close);
        }
        return {};
    }

    MathBox tower(std::span<const Polynomial> arguments, bool is_base) const {
        const bool is_simple = arguments[0].size() <= 2 && arguments[0].terms().size() == 1;
        MathBox base = sum(arguments[0]);
        if (!is_simple) base = bracketed(std::move(base), Shape::Open, Shape::Close);
        MathBox box = raised(std::move(base), arguments[1]);
        return is_base ? bracketed(std::move(box), Shape::Open, Shape::Close) : std::move(box);
    }

    MathBox call(std::string_view name, std::span<const Polynomial> arguments) const {
        MathBox inside;
        for (const Polynomial& argument : arguments) {
            if (inside.width > 0) inside.add(text_box(", ", size_));
            inside.add(sum(argument));
        }
        MathBox box = text_box(std::string(name), size_);
        box.add(bracketed(std::move(inside), Shape::Open, Shape::Close));
        return box;
    }

    // A sum over its common denominator.
    MathBox quotient(const Polynomial& value) const {
        const auto [numerator, denominator] = as_quotient(value);
        if (denominator.coefficient.is_one() && denominator.monomial.empty()) return sum(value);
        const Setter inner = smaller(kInFraction);
        return fraction({inner.sum(numerator), false}, inner.factors(denominator, true, false));
    }

    MathBox bracketed(MathBox&& inside, Shape open, Shape close) const {
        const float width = size_ * (open == Shape::Open ? 0.26f : 0.3f);
        const float margin = size_ * 0.08f;
        const float above = std::max(inside.above + margin, size_ * (kAbove + 0.06f));
        const float below = std::max(inside.below, size_ * kBelow) + margin;
        const float total = width * 2 + inside.width;
        MathBox box;
        box.width = total;
        box.above = above;
        box.below = below;
        box.put(std::move(inside), width, 0);
        box.pieces.push_back({open, {size_ * 0.07f, -above}, {width - size_ * 0.12f, above + below}, {}});
        box.pieces.push_back(
            {close, {total - width + size_ * 0.05f, -above}, {width - size_ * 0.12f, above + below}, {}});
        return box;
    }

    // One parenthesis around contents of that height.
    MathBox bracket(Shape shape, float above, float below) const {
        MathBox inside;
        inside.above = above;
        inside.below = below;
        MathBox box = bracketed(std::move(inside), Shape::Open, Shape::Close);
        box.width *= 0.5f;
        Piece& other = shape == Shape::Open ? box.pieces.back() : box.pieces.front();
        std::swap(other, box.pieces.back());
        box.pieces.pop_back();
        if (shape == Shape::Close) box.pieces.front().at.x -= box.width;
        return box;
    }

    // ---- names: `d` slanted, `layers` upright, `d_model` with an index, `in_features` as it is

    MathBox symbol(std::string_view name) const {
        for (const auto& [known, value] : numbers_) {
            if (known == name) return number(value);
        }
        const std::size_t underscore = name.find('_');
        const bool is_letter = underscore == 1 || (underscore == 2 && is_digit(name[1]));
        if (!is_letter || underscore + 1 == name.size()) return word(name);
        MathBox box = word(name.substr(0, underscore));
        box.bare = box.width;
        box.add(smaller(kScript).word(name.substr(underscore + 1)), -size_ * 0.16f);
        return box;
    }

    MathBox word(std::string_view words) const {
        const std::size_t letters = words.find_first_of("0123456789");
        const bool is_letter = words.size() == 1 || letters == 1;
        return text_box(std::string(words), size_, is_letter ? Shape::Slanted : Shape::Upright);
    }

    MathBox number(const Rational& value) const {
        if (value.is_integer() && value.numerator() >= 0)
            return text_box(formula_digits(value.numerator()), size_);
        return bracketed(text_box(to_string(value), size_), Shape::Open, Shape::Close);
    }

    float size_;
    SymbolNumbers numbers_;
};

// ---- on the page

void draw_bracket(ImDrawList* list, Shape shape, ImVec2 low, ImVec2 high, ImU32 colour, float thickness) {
    if (shape == Shape::Open || shape == Shape::Close) {
        const float near = shape == Shape::Open ? high.x : low.x;
        const float far = shape == Shape::Open ? low.x : high.x;
        const float third = (high.y - low.y) * 0.3f;
        list->AddBezierCubic({near, low.y}, {far, low.y + third}, {far, high.y - third}, {near, high.y},
                             colour, thickness);
        return;
    }
    const bool is_end = shape == Shape::FloorEnd || shape == Shape::CeilEnd;
    const bool is_floor = shape == Shape::Floor || shape == Shape::FloorEnd;
    const float stem = is_end ? high.x : low.x;
    const float foot = is_end ? low.x : high.x;
    list->PathLineTo({stem, is_floor ? low.y : high.y});
    list->PathLineTo({stem, is_floor ? high.y : low.y});
    list->PathLineTo({foot, is_floor ? high.y : low.y});
    list->PathStroke(colour, 0, thickness);
}

void draw_box(const MathBox& box, ImVec2 baseline, ImU32 colour, float size) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float thickness = std::max(1.0f, size * 0.06f);
    for (const Piece& piece : box.pieces) {
        const ImU32 ink = piece.colour == 0 ? colour : piece.colour;
        const ImVec2 at{baseline.x + piece.at.x, baseline.y + piece.at.y};
        if (!piece.words.empty()) {
            ImFont* font = face(piece.shape);
            const float ascent = font->GetFontBaked(piece.extent.y)->Ascent;
            list->AddText(font, piece.extent.y, {at.x, std::round(at.y - ascent)}, ink, piece.words.data(),
                          piece.words.data() + piece.words.size());
        } else if (piece.shape == Shape::Bar) {
            const float top = std::round(at.y - piece.extent.y * 0.5f);
            list->AddRectFilled({at.x, top}, {at.x + piece.extent.x, top + piece.extent.y}, ink);
        } else {
            draw_bracket(list, piece.shape, at, {at.x + piece.extent.x, at.y + piece.extent.y}, ink,
                         thickness);
        }
    }
}

// Places boxes in sequence, broken into lines.
class Page {
  public:
    Page(const Polynomial& formula, const MathStyle& style, float size)
        : formula_(formula),
          style_(style),
          size_(size),
          width_(ImGui::GetContentRegionAvail().x),
          origin_(ImGui::GetCursorScreenPos()) {}

    // What follows is a part of this term, but for some width at its beginning.
    void begin(const Term* term, float before = 0) {
        term_ = term;
        before_ = before;
    }

    // The term under the pointer, after finish().
    const Term* pointed() const { return pointed_; }

    // False when there is no space left.
    bool add(MathBox&& box, bool more_follow) {
        const bool is_last_line = style_.most_lines > 0 && lines_ + 1 == style_.most_lines;
        const float reserve = is_last_line && more_follow ? size_ : 0;
        if (line_.width > 0 && line_.width + box.width + reserve > width_) {
            if (is_last_line) {
                line_.add(text_box(" …", size_));
                return false;
            }
            end_line();
        }
        if (term_ != nullptr) {
            parts_.push_back({term_, line_.width + before_, line_.width + box.width});
            paint(&box);
        }
        line_.add(std::move(box));
        return true;
    }

    void finish() {
        end_line();
        ImGui::Dummy({std::max(widest_, 1.0f), height_});
    }

  private:
    // Gives the present term's colour to its part of a box.
    void paint(MathBox* box) const {
        const auto place = static_cast<std::size_t>(term_ - formula_.terms().data());
        if (place >= style_.term_colours.size()) return;
        for (Piece& piece : box->pieces) {
            const bool is_bracket = piece.shape == Shape::Open || piece.shape == Shape::Close;
            if (piece.at.x >= before_ && !is_bracket) piece.colour = style_.term_colours[place];
        }
    }

    void end_line() {
        const float margin = std::round(size_ * 0.12f);
        const float above = std::max(line_.above, size_ * kAbove);
        const float below = std::max(line_.below, size_ * kBelow);
        find_pointed(std::ceil(above + below) + margin * 2);
        draw_box(line_, {origin_.x, std::round(origin_.y + height_ + margin + above)}, style_.colour, size_);
        height_ += std::ceil(above + below) + margin * 2;
        widest_ = std::max(widest_, line_.width);
        line_ = {};
        parts_.clear();
        ++lines_;
    }

    // Finds the term under the pointer in a line of this height, and draws the grounds of terms.
    void find_pointed(float height) {
        const ImVec2 mouse = ImGui::GetMousePos();
        const float top = origin_.y + height_;
        const bool is_here = ImGui::IsWindowHovered() && mouse.y >= top && mouse.y < top + height;
        for (const Part& part : parts_) {
            const float from = origin_.x + part.from, to = origin_.x + part.to;
            const bool is_pointed = is_here && mouse.x >= from && mouse.x < to;
            if (is_pointed) pointed_ = part.term;
            const auto place = static_cast<std::size_t>(part.term - formula_.terms().data());
            const ImU32 ground = is_pointed                           ? palette().accent_soft
                                 : place < style_.term_grounds.size() ? style_.term_grounds[place]
                                                                      : 0;
            if (ground == 0) continue;
            ImGui::GetWindowDrawList()->AddRectFilled({from, top}, {to, top + height}, ground,
                                                      rounding() * 0.5f);
        }
    }

    // A part of a term on the present line.
    struct Part {
        const Term* term;
        float from, to;
    };

    const Polynomial& formula_;
    const MathStyle& style_;
    float size_;
    float width_;
    ImVec2 origin_;
    MathBox line_;
    float height_ = 0;
    float widest_ = 0;
    int lines_ = 0;
    const Term* term_ = nullptr;
    float before_ = 0;
    const Term* pointed_ = nullptr;
    std::vector<Part> parts_;
};

// Adds what may be broken into lines; false when there is no space left.
bool add_pieces(Page& page, std::vector<MathBox> pieces, bool is_last) {
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const bool more_follow = !is_last || i + 1 < pieces.size();
        if (!page.add(std::move(pieces[i]), more_follow)) return false;
    }
    return true;
}

// As add_pieces(), of several terms.
bool add_group(Page& page, std::vector<Setter::Part> parts, bool is_last) {
    for (std::size_t i = 0; i < parts.size(); ++i) {
        page.begin(parts[i].term, parts[i].before);
        if (!page.add(std::move(parts[i].box), !is_last || i + 1 < parts.size())) return false;
    }
    return true;
}

}  // namespace

const Term* math_text(const Polynomial& formula, const MathStyle& style) {
    float size = 0;
    {
        // A face gets the screen's pixel density when pushed: pushes both faces, letters and numbers.
        const WithType letters(Type::Symbol);
        const WithType type(style.type);
        size = ImGui::GetFontSize();
    }
    const Setter setter(size, style.numbers);
    Page page(formula, style, size);
    if (!style.symbol.empty()) {
        MathBox symbol = Setter(size, {}).sum(Polynomial::symbol(style.symbol));
        symbol.add(space(size * 0.3f));
        page.add(std::move(symbol), true);
    }
    if (!style.lead.empty()) {
        MathBox lead = text_box(std::string(style.lead), size);
        lead.add(space(size * 0.3f));
        page.add(std::move(lead), true);
    }
    if (formula.terms().empty()) page.add(setter.sum(formula), false);
    const std::vector<WrittenTerm> written = factored(formula);
    const std::vector<Term> shown = shown_terms(written);
    const std::vector<const Term*> terms = in_reading_order(shown);
    // Reserves space for the `…` of the last line.
    const float width = ImGui::GetContentRegionAvail().x - (style.most_lines > 0 ? size : 0);
    for (std::size_t i = 0; i < terms.size(); ++i) {
        const WrittenTerm& term = written[static_cast<std::size_t>(terms[i] - shown.data())];
        const bool is_last = i + 1 == terms.size();
        if (term.is_group()) {
            if (!add_group(page, setter.group(term, i == 0), is_last)) break;
            continue;
        }
        page.begin(term.terms.front());
        MathBox box = setter.signed_term(*terms[i], i == 0);
        if (!(box.width > width ? add_pieces(page, setter.pieces(*terms[i], i == 0), is_last)
                                : page.add(std::move(box), !is_last)))
            break;
    }
    page.finish();
    if (formula.size() > kLongestDescribed) return page.pointed();
    const std::string description =
        print_factored(formula, Notation::Unicode, [&style](std::string_view name) {
            for (const auto& [known, value] : style.numbers) {
                if (known == name) return std::optional<std::string>(to_string(value));
            }
            return std::optional<std::string>();
        });
    const std::string before = concat(style.symbol, style.symbol.empty() ? "" : " ", style.lead);
    describe(Aria::Text, before.empty() ? description : concat(before, " ", description));
    return page.pointed();
}

}  // namespace paramscope::app
