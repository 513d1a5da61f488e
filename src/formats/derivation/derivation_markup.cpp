#include "formats/derivation/derivation_markup.h"

#include <algorithm>

#include "base/concat.h"
#include "formats/support/escape.h"
#include "formats/support/unicode.h"

namespace paramscope {
namespace {

constexpr std::string_view kMarkdownHeadings[] = {"## ", "### ", "#### "};
constexpr std::string_view kLatexHeadings[] = {"\\section*{", "\\subsection*{", "\\subsubsection*{"};

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
    if (in_list_) text_ += latex_ ? "\\end{itemize}\n\n" : "\n";
    in_list_ = false;
}

void DerivationMarkup::heading(int level, std::string_view words) {
    end_list();
    const auto index = static_cast<std::size_t>(level);
    text_ += latex_ ? concat(kLatexHeadings[index], words, "}\n\n")
                    : concat(kMarkdownHeadings[index], words, "\n\n");
}

void DerivationMarkup::paragraph(std::string_view words) {
    end_list();
    text_ += concat(words, "\n\n");
}

void DerivationMarkup::item(std::string_view words) {
    if (!in_list_ && latex_) text_ += "\\begin{itemize}\n";
    in_list_ = true;
    text_ += concat(latex_ ? "\\item " : "- ", words, "\n");
}

std::string DerivationMarkup::plain(std::string_view words) const {
    return latex_ ? latex_escaped(words) : markdown_escaped(words);
}

std::string DerivationMarkup::code(std::string_view words) const {
    // Code in Markdown knows no escapes, and a backtick or a line's end would end it.
    const bool fits = words.find_first_of("`\n\r") == std::string_view::npos;
    if (latex_) return concat("\\texttt{", latex_escaped(words), "}");
    return fits ? concat("`", words, "`") : markdown_escaped(words);
}

std::string DerivationMarkup::strong(std::string_view words) const {
    return latex_ ? concat("\\textbf{", words, "}") : concat("**", words, "**");
}

std::string DerivationMarkup::number(Integer value) const {
    return with_thousands(value, notation());
}

std::string DerivationMarkup::equation(std::initializer_list<std::string_view> sides) const {
    std::string text;
    for (const std::string_view* side = sides.begin(); side != sides.end(); ++side) {
        // A formula equal to its result is written once, with grouped digits.
        const bool repeated = std::any_of(
            side + 1, sides.end(), [side](std::string_view later) { return bare(later) == bare(*side); });
        if (side->empty() || repeated) continue;
        text += concat(text.empty() ? "" : " = ", latex_ ? std::string(*side) : markdown_escaped(*side));
    }
    return latex_ ? concat("$", text, "$") : text;
}

std::string DerivationMarkup::finished() {
    end_list();
    return printable(text_);
}

}  // namespace paramscope
