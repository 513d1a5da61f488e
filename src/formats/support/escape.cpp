#include "formats/support/escape.h"

#include "base/ranges.h"

namespace paramscope {
namespace {

/// A character with a meaning in LaTeX, and what prints it.
struct LatexEscape {
    char character;
    std::string_view escape;
};
constexpr LatexEscape kLatexEscapes[] = {
    {'\\', "\\textbackslash{}"},
    {'~', "\\textasciitilde{}"},
    {'^', "\\textasciicircum{}"},
    {'{', "\\{"},
    {'}', "\\}"},
    {'#', "\\#"},
    {'$', "\\$"},
    {'%', "\\%"},
    {'&', "\\&"},
    {'_', "\\_"},
    {'\n', " "},
};

}  // namespace

std::string markdown_escaped(std::string_view text) {
    constexpr std::string_view special = "\\`*_{}[]<>#|~";
    std::string result;
    for (const char c : text) {
        if (special.find(c) != std::string_view::npos) result += '\\';
        result += c == '\n' || c == '\r' ? ' ' : c;
    }
    return result;
}

std::string latex_escaped(std::string_view text) {
    std::string result;
    for (const char& c : text) {
        const LatexEscape* known = find_by(kLatexEscapes, &LatexEscape::character, c);
        result += known == nullptr ? std::string_view(&c, 1) : known->escape;
    }
    return result;
}

}  // namespace paramscope
