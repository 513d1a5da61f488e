#include "algebra/latex_name.h"

#include <algorithm>

#include "base/characters.h"
#include "base/concat.h"
#include "base/utf8.h"

namespace paramscope {
namespace {

constexpr std::string_view kGreek[] = {
    "alpha", "beta",   "gamma", "delta",   "epsilon", "zeta",  "eta",     "theta",  "iota",
    "kappa", "lambda", "mu",    "nu",      "xi",      "pi",    "rho",     "sigma",  "tau",
    "phi",   "chi",    "psi",   "omega",   "Gamma",   "Delta", "Theta",   "Lambda", "Xi",
    "Pi",    "Sigma",  "Phi",   "Upsilon", "Psi",     "Omega", "upsilon",
};

bool is_letter_or_digit(char c) {
    return is_name_part(c) && c != '_';
}

bool is_one_character(std::string_view text) {
    return std::count_if(text.begin(), text.end(), [](char c) { return !is_utf8_continuation(c); }) == 1;
}

std::string escaped(char c) {
    switch (c) {
        case '\\':
            return "\\backslash{}";
        case '~':
            return "\\sim{}";
        case '^':
            return "\\wedge{}";
        default:
            break;
    }
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') return "\\ ";
    return concat("\\", c);
}

/// One part of a name, upright unless it is a single character, a number or Greek.
std::string part(std::string_view name) {
    if (std::find(std::begin(kGreek), std::end(kGreek), name) != std::end(kGreek)) {
        return concat("\\", name);
    }
    std::string text;
    for (const char c : name) text += is_letter_or_digit(c) ? std::string(1, c) : escaped(c);
    const bool is_plain = std::all_of(name.begin(), name.end(), is_letter_or_digit);
    const bool is_number = std::all_of(name.begin(), name.end(), is_digit);
    if (is_number || (is_plain && is_one_character(name))) return text;
    return concat("\\mathrm{", text, "}");
}

}  // namespace

std::string latex_name(std::string_view name) {
    const std::size_t underscore = name.find('_');
    if (underscore == std::string_view::npos || underscore == 0 || underscore + 1 == name.size()) {
        return part(name);
    }
    return concat(part(name.substr(0, underscore)), "_{", part(name.substr(underscore + 1)), "}");
}

}  // namespace paramscope
