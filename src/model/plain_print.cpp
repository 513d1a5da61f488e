#include "model/plain_print.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "base/characters.h"

namespace paramscope {
namespace {

/// What a character is to a plain print.
enum class Sign : std::uint8_t { Foreign, Plain, Opening, Closing };

constexpr std::array<Sign, 256> kSigns = [] {
    std::array<Sign, 256> signs{};
    for (int c = 0; c < 128; ++c) {
        if (is_letter(static_cast<char>(c)) || is_digit(static_cast<char>(c)))
            signs[static_cast<std::size_t>(c)] = Sign::Plain;
    }
    for (const char c : std::string_view(" ,.=:_+-*/'")) signs[static_cast<std::size_t>(c)] = Sign::Plain;
    for (const char c : std::string_view("([")) signs[static_cast<std::size_t>(c)] = Sign::Opening;
    for (const char c : std::string_view(")]")) signs[static_cast<std::size_t>(c)] = Sign::Closing;
    return signs;
}();

constexpr std::size_t kIndentation = 2;  // of print()
constexpr std::string_view kOfComments = "#;\"!?";

/// True for `(name): Type(arguments)` and `(name): Type(` without the indentation.
bool is_child(std::string_view line) {
    int depth = 0;
    for (const char c : line) {
        const Sign sign = kSigns[static_cast<unsigned char>(c)];
        if (sign == Sign::Foreign) return false;
        depth += (sign == Sign::Opening) - (sign == Sign::Closing);
    }
    return line.front() == '(' && ((line.back() == ')' && depth == 0) || (line.back() == '(' && depth == 1));
}

/// True for plain characters with closed brackets.
bool is_closed(std::string_view line) {
    int depth = 0;
    for (const char c : line) {
        const Sign sign = kSigns[static_cast<unsigned char>(c)];
        if (sign == Sign::Foreign && kOfComments.find(c) == std::string_view::npos) return false;
        depth += (sign == Sign::Opening) - (sign == Sign::Closing);
    }
    return depth == 0;
}

/// True for a line above the tree: empty, a comment, or `name = value` and `name: value`.
bool is_header(std::string_view line) {
    if (line.empty()) return true;
    if (!is_closed(line)) return false;
    if (line.front() == '#') return true;
    const std::string_view behind = line.substr(std::min(line.find_first_of(" =:"), line.size()));
    const std::string_view sign = behind.substr(std::min(behind.find_first_not_of(' '), behind.size()));
    return is_letter(line.front()) && (sign.starts_with('=') || sign.starts_with(':'));
}

/// True for `Type(`.
bool is_root(std::string_view line) {
    return line.ends_with('(') && is_name(line.substr(0, line.size() - 1)) && is_letter(line.front());
}

std::string_view take_line(std::string_view& text) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(line.size() < text.size() ? line.size() + 1 : line.size());
    return line;
}

}  // namespace

bool is_plain_print(std::string_view text) {
    std::string_view line = take_line(text);
    while (is_header(line) && !text.empty()) line = take_line(text);
    if (!is_root(line) || !text.starts_with("  (")) return false;
    while (!text.empty()) {
        line = take_line(text);
        if (line == ")") return text.find_first_not_of('\n') == std::string_view::npos;
        const std::size_t begin = line.find_first_not_of(' ');
        if (begin < kIndentation || begin == std::string_view::npos) return false;
        const std::string_view content = line.substr(begin);
        if (content != ")" && !is_child(content)) return false;
    }
    return false;
}

}  // namespace paramscope
