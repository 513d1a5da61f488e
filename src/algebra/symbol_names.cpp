#include "algebra/symbol_names.h"

#include "base/characters.h"
#include "base/concat.h"
#include "base/markup.h"
#include "base/ranges.h"
#include "base/utf8.h"

namespace paramscope {
namespace {

/// A Greek letter, by the name that LaTeX has for it.
struct GreekLetter {
    std::string_view name;
    std::string_view letter;
};
constexpr GreekLetter kGreek[] = {
    {"alpha", "α"},   {"beta", "β"},  {"gamma", "γ"},  {"delta", "δ"}, {"epsilon", "ε"}, {"zeta", "ζ"},
    {"eta", "η"},     {"theta", "θ"}, {"iota", "ι"},   {"kappa", "κ"}, {"lambda", "λ"},  {"mu", "μ"},
    {"nu", "ν"},      {"xi", "ξ"},    {"pi", "π"},     {"rho", "ρ"},   {"sigma", "σ"},   {"tau", "τ"},
    {"upsilon", "υ"}, {"phi", "φ"},   {"chi", "χ"},    {"psi", "ψ"},   {"omega", "ω"},   {"Gamma", "Γ"},
    {"Delta", "Δ"},   {"Theta", "Θ"}, {"Lambda", "Λ"}, {"Xi", "Ξ"},    {"Pi", "Π"},      {"Sigma", "Σ"},
    {"Upsilon", "Υ"}, {"Phi", "Φ"},   {"Psi", "Ψ"},    {"Omega", "Ω"},
};

const GreekLetter* find_greek(std::string_view name) {
    return find_by(kGreek, &GreekLetter::name, name);
}

/// A name and its subscript: what is before and after the first `_`; no
/// subscript where either is empty.
struct NameParts {
    std::string_view base;
    std::string_view subscript;
};

NameParts split_name(std::string_view name) {
    const std::size_t underscore = name.find('_');
    if (underscore == std::string_view::npos || underscore == 0 || underscore + 1 == name.size()) {
        return {name, {}};
    }
    return {name.substr(0, underscore), name.substr(underscore + 1)};
}

// ---- LaTeX

bool is_letter_or_digit(char c) {
    return is_name_part(c) && c != '_';
}

bool is_one_character(std::string_view text) {
    return count_if(text, [](char c) { return !is_utf8_continuation(c); }) == 1;
}

std::string latex_escaped(char c) {
    if (c == '\\') return "\\backslash{}";
    if (c == '~') return "\\sim{}";
    if (c == '^') return "\\wedge{}";
    return is_control(c) ? "\\ " : concat("\\", c);
}

/// One part of a name, upright unless it is a single character, a number or
/// Greek.
std::string latex_part(std::string_view part) {
    if (find_greek(part) != nullptr) return concat("\\", part);
    std::string text;
    for (const char c : part) text += is_letter_or_digit(c) ? std::string(1, c) : latex_escaped(c);
    const bool is_plain = all_of(part, is_letter_or_digit);
    if (is_digits(part) || (is_plain && is_one_character(part))) return text;
    return concat("\\mathrm{", text, "}");
}

// ---- MathML

std::string mathml_part(std::string_view part) {
    if (is_digits(part)) return concat("<mn>", part, "</mn>");
    const GreekLetter* greek = find_greek(part);
    return concat("<mi>", greek != nullptr ? std::string(greek->letter) : markup_escaped(part), "</mi>");
}

}  // namespace

std::string superscript(int number) {
    static constexpr std::string_view kDigits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string text;
    for (const char c : std::to_string(number)) text += c == '-' ? "⁻" : kDigits[c - '0'];
    return text;
}

std::string latex_name(std::string_view name) {
    const auto [base, subscript] = split_name(name);
    if (subscript.empty()) return latex_part(base);
    return concat(latex_part(base), "_{", latex_part(subscript), "}");
}

std::string mathml_name(std::string_view name) {
    const auto [base, subscript] = split_name(name);
    if (subscript.empty()) return mathml_part(base);
    return concat("<msub>", mathml_part(base), mathml_part(subscript), "</msub>");
}

}  // namespace paramscope
