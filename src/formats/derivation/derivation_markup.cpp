#include "formats/derivation/derivation_markup.h"

#include <algorithm>

#include "base/concat.h"
#include "base/markup.h"
#include "formats/support/escape.h"
#include "formats/support/unicode.h"

namespace paramscope {
namespace {

constexpr std::string_view kTimes = "<mo>×</mo>", kPlus = "<mo form=\"infix\">+</mo>";

/// What is before and after each kind of part.
struct Marks {
    struct Pair {
        std::string_view before, after;
    };
    Pair headings[3];
    Pair paragraph, list, item, code, strong, equation;
};

constexpr Marks kMarks[] = {
    {{{"## ", "\n\n"}, {"### ", "\n\n"}, {"#### ", "\n\n"}},
     {"", "\n\n"},
     {"", "\n"},
     {"- ", "\n"},
     {"`", "`"},
     {"**", "**"},
     {"", ""}},
    {{{"\\section*{", "}\n\n"}, {"\\subsection*{", "}\n\n"}, {"\\subsubsection*{", "}\n\n"}},
     {"", "\n\n"},
     {"\\begin{itemize}\n", "\\end{itemize}\n\n"},
     {"\\item ", "\n"},
     {"\\texttt{", "}"},
     {"\\textbf{", "}"},
     {"$", "$"}},
    {{{"<h1>", "</h1>\n"}, {"<h2>", "</h2>\n"}, {"<h3>", "</h3>\n"}},
     {"<p>", "</p>\n"},
     {"<ul>\n", "</ul>\n"},
     {"<li>", "</li>\n"},
     {"<code>", "</code>"},
     {"<strong>", "</strong>"},
     {"", ""}},
};

const Marks& marks_of(Markup markup) {
    return kMarks[static_cast<std::size_t>(markup)];
}

/// A side of an equation as one <math> for each term of its sum, with the sign before it: lines break between
/// them.
std::string math_of(std::string_view side) {
    constexpr std::string_view kSign = "<mo form=\"infix\">";
    std::string text = "<math>";
    int depth = 0;
    for (std::size_t i = 0; i < side.size(); ++i) {
        if (side[i] == '<') {
            const bool breaks = depth == 0 && i > 0 && side.substr(i).starts_with(kSign);
            if (breaks) text += "</math> <math>";
            depth += side.substr(i).starts_with("</") ? -1 : 1;
        }
        text += side[i];
    }
    return text + "</math>";
}

std::string within(const Marks::Pair& marks, std::string_view words) {
    return concat(marks.before, words, marks.after);
}

/// Removes digit separators, to compare a formula with its result.
std::string bare(std::string_view side) {
    std::string text;
    for (const char c : side) {
        if (c != ',' && c != '{' && c != '}') text += c;
    }
    return text;
}

}  // namespace

void DerivationMarkup::end_list() {
    if (in_list_) text_ += marks_of(markup_).list.after;
    in_list_ = false;
}

void DerivationMarkup::heading(int level, std::string_view words) {
    end_list();
    text_ += within(marks_of(markup_).headings[level], words);
}

void DerivationMarkup::paragraph(std::string_view words) {
    end_list();
    text_ += within(marks_of(markup_).paragraph, words);
}

void DerivationMarkup::item(std::string_view words) {
    if (!in_list_) text_ += marks_of(markup_).list.before;
    in_list_ = true;
    text_ += within(marks_of(markup_).item, words);
}

std::string DerivationMarkup::plain(std::string_view words) const {
    if (markup_ == Markup::Html) return markup_escaped(words);
    return markup_ == Markup::Latex ? latex_escaped(words) : markdown_escaped(words);
}

std::string DerivationMarkup::code(std::string_view words) const {
    if (markup_ != Markup::Markdown) return within(marks_of(markup_).code, plain(words));
    // Code in Markdown knows no escapes, and a backtick or a line's end would end it.
    const bool fits = words.find_first_of("`\n\r") == std::string_view::npos;
    return fits ? within(marks_of(markup_).code, words) : markdown_escaped(words);
}

std::string DerivationMarkup::strong(std::string_view words) const {
    return within(marks_of(markup_).strong, words);
}

Notation DerivationMarkup::notation() const {
    if (markup_ == Markup::Html) return Notation::MathML;
    return markup_ == Markup::Latex ? Notation::Latex : Notation::Unicode;
}

std::string DerivationMarkup::number(Integer value) const {
    if (markup_ == Markup::Html) return concat("<mn>", with_thousands(value), "</mn>");
    return with_thousands(value, notation());
}

std::string DerivationMarkup::number(const Rational& value) const {
    if (value.is_integer()) return number(value.numerator());
    return markup_ == Markup::Html ? concat("<mn>", to_string(value), "</mn>") : to_string(value);
}

std::string DerivationMarkup::tuple(const std::vector<std::string>& sizes) const {
    if (markup_ != Markup::Html) return concat("(", join(sizes), ")");
    return concat("<mo>(</mo>", join(sizes, "<mo>,</mo>"), "<mo>)</mo>");
}

std::string_view DerivationMarkup::times() const {
    if (markup_ == Markup::Html) return kTimes;
    return markup_ == Markup::Latex ? " \\times " : " × ";
}

std::string_view DerivationMarkup::plus() const {
    return markup_ == Markup::Html ? kPlus : " + ";
}

std::string DerivationMarkup::equation(std::initializer_list<std::string_view> sides) const {
    std::string text;
    for (const std::string_view* side = sides.begin(); side != sides.end(); ++side) {
        // A formula equal to its result is written once, with grouped digits.
        const bool repeated = std::any_of(
            side + 1, sides.end(), [side](std::string_view later) { return bare(later) == bare(*side); });
        if (side->empty() || repeated) continue;
        if (!text.empty()) text += " = ";
        text += markup_ == Markup::Markdown ? markdown_escaped(*side)
                : markup_ == Markup::Html   ? math_of(*side)
                                            : std::string(*side);
    }
    return within(marks_of(markup_).equation, text);
}

std::string DerivationMarkup::finished() {
    end_list();
    return printable(text_);
}

}  // namespace paramscope
