#include "formats/support/escape.h"

namespace paramscope {
namespace {

std::string_view escape_of(char c) {
    switch (c) {
        case '\\':
            return "\\textbackslash{}";
        case '~':
            return "\\textasciitilde{}";
        case '^':
            return "\\textasciicircum{}";
        case '{':
            return "\\{";
        case '}':
            return "\\}";
        case '#':
            return "\\#";
        case '$':
            return "\\$";
        case '%':
            return "\\%";
        case '&':
            return "\\&";
        case '_':
            return "\\_";
        case '\n':
            return " ";
        default:
            return "";
    }
}

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
        const std::string_view escape = escape_of(c);
        result += escape.empty() ? std::string_view(&c, 1) : escape;
    }
    return result;
}

}  // namespace paramscope
