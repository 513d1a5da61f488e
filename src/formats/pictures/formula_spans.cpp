#include "formats/pictures/formula_spans.h"

#include <algorithm>

#include "base/characters.h"
#include "base/concat.h"
#include "base/markup.h"
#include "base/ranges.h"
#include "base/utf8.h"
#include "formats/pictures/picture_style.h"

namespace paramscope {
namespace {

constexpr std::string_view kSmaller = "font-size=\"70%\"";
// Of the size of the lowered words, and back in the size of the others.
constexpr std::string_view kLowered = "dy=\"0.3em\"", kRaisedAgain = "dy=\"-0.21em\"";
constexpr float kSerifWidth = 0.9f;  // of a sans-serif face

/// What Notation::Unicode writes between names, besides ASCII.
bool is_sign(char32_t character) {
    constexpr std::u32string_view signs = U"·−×²³¹⁰⁴⁵⁶⁷⁸⁹⁻⌊⌋⌈⌉√…";
    return signs.find(character) != std::u32string_view::npos;
}

bool begins_name(std::string_view text) {
    return is_name_start(text.front()) && !is_sign(decode_utf8(text).code_point);
}

std::size_t name_length(std::string_view text) {
    std::size_t length = 0;
    while (length < text.size() && is_name_part(text[length]) &&
           !is_sign(decode_utf8(text.substr(length)).code_point))
        length += std::max<std::size_t>(decode_utf8(text.substr(length)).length, 1);
    return length;
}

std::string span_of(std::string_view attributes, std::string_view words) {
    return concat("<tspan ", attributes, ">", markup_escaped(words), "</tspan>");
}

/// Where the terms of a sum begin: at signs outside of brackets.
std::vector<std::string_view> terms_of(std::string_view sum) {
    std::vector<std::string_view> terms;
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < sum.size(); ++i) {
        depth += is_opening(sum[i]) ? 1 : is_closing(sum[i]) ? -1 : 0;
        const std::string_view rest = sum.substr(i);
        if (depth != 0 || !(rest.starts_with(" + ") || rest.starts_with(" − "))) continue;
        terms.push_back(sum.substr(begin, i - begin));
        begin = i + 1;
    }
    terms.push_back(sum.substr(begin));
    return terms;
}

}  // namespace

std::string formula_spans(std::string_view unicode) {
    std::string spans;
    bool is_lowered = false;  // the next words go up again
    while (!unicode.empty()) {
        const bool is_name_next = begins_name(unicode);
        std::size_t length = is_name_next ? name_length(unicode) : 0;
        while (!is_name_next && length < unicode.size() && !begins_name(unicode.substr(length)))
            length += std::max<std::size_t>(decode_utf8(unicode.substr(length)).length, 1);
        const std::string_view words = unicode.substr(0, length);
        unicode.remove_prefix(length);
        const std::size_t index = is_name_next ? std::min(words.find('_', 1), words.size()) : words.size();
        const std::string_view base = words.substr(0, index);
        const bool is_letter_alone = is_name_next && decode_utf8(base).length == base.size();
        spans += span_of(concat(is_lowered ? concat(kRaisedAgain, " ") : "", "font-style=\"",
                                is_letter_alone ? "italic" : "normal", "\""),
                         base);
        is_lowered = index + 1 < words.size();
        if (is_lowered) spans += span_of(concat(kLowered, " ", kSmaller), words.substr(index + 1));
    }
    return spans;
}

std::vector<std::string> formula_lines(std::string_view unicode, float width, float text_size,
                                       std::size_t most) {
    const auto fits = [&](std::string_view line) {
        return usual_width(line, text_size) * kSerifWidth <= width;
    };
    std::vector<std::string> lines = {""};
    for (const std::string_view term : terms_of(unicode)) {
        std::string longer = lines.back().empty() ? std::string(term) : concat(lines.back(), " ", term);
        const bool is_full = !lines.back().empty() && !fits(longer);
        if (is_full && lines.size() == most) {
            lines.back() += " + …";
            break;
        }
        if (is_full)
            lines.emplace_back(term);
        else
            lines.back() = std::move(longer);
    }
    return lines;
}

}  // namespace paramscope
