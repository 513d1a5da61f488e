#include "model/texts/plain_print.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "base/characters.h"
#include "base/text_parts.h"

namespace paramscope {
namespace {

/// What a character counts in the sum of a line: brackets how they change the depth, those that no plain
/// print has more than all brackets of a text.
constexpr std::int64_t kForeign = std::int64_t{1} << 40;

using Weights = std::array<std::int64_t, 256>;

constexpr Weights weights_with(std::string_view plain) {
    Weights weights{};
    for (int c = 0; c < 256; ++c) {
        const char sign = static_cast<char>(c);
        const bool is_plain =
            c < 128 && (is_letter(sign) || is_digit(sign) || plain.find(sign) != std::string_view::npos);
        weights[static_cast<std::size_t>(c)] = is_plain ? 0 : kForeign;
    }
    for (const char c : std::string_view("([")) weights[static_cast<std::size_t>(c)] = 1;
    for (const char c : std::string_view(")]")) weights[static_cast<std::size_t>(c)] = -1;
    return weights;
}

constexpr Weights kOfChildren = weights_with(" ,.=:_+-*/'");
constexpr Weights kOfHeaders = weights_with(" ,.=:_+-*/'#;\"!?");

constexpr std::size_t kIndentation = 2;  // of print()

/// The brackets that a line leaves open; a number that is not small where it has foreign characters.
std::int64_t sum_of(std::string_view line, const Weights& weights) {
    std::int64_t sum = 0;
    for (const char c : line) sum += weights[static_cast<unsigned char>(c)];
    return sum;
}

/// True for `(name): Type(arguments)` and `(name): Type(` without the indentation.
bool is_child(std::string_view line) {
    if (line.front() != '(') return false;
    if (line.back() == ')') return sum_of(line, kOfChildren) == 0;
    return line.back() == '(' && sum_of(line, kOfChildren) == 1;
}

/// True for a line above the tree: empty, a comment, or `name = value` and `name: value`.
bool is_header(std::string_view line) {
    if (line.empty()) return true;
    if (sum_of(line, kOfHeaders) != 0) return false;
    if (line.front() == '#') return true;
    const std::string_view behind = line.substr(std::min(line.find_first_of(" =:"), line.size()));
    const std::string_view sign = behind.substr(std::min(behind.find_first_not_of(' '), behind.size()));
    return is_letter(line.front()) && (sign.starts_with('=') || sign.starts_with(':'));
}

/// True for `Type(`.
bool is_root(std::string_view line) {
    return line.ends_with('(') && is_name(line.substr(0, line.size() - 1)) && is_letter(line.front());
}

}  // namespace

bool is_plain_module(std::string_view text) {
    const std::string_view type = text.substr(0, text.find('('));
    return is_name(type) && is_letter(text.front()) && text.ends_with(')') && sum_of(text, kOfChildren) == 0;
}

bool is_plain_print(std::string_view text) {
    std::string_view line = take_until(text, '\n');
    while (is_header(line) && !text.empty()) line = take_until(text, '\n');
    if (!is_root(line) || !text.starts_with("  (")) return false;
    while (!text.empty()) {
        line = take_until(text, '\n');
        if (line == ")") return text.find_first_not_of('\n') == std::string_view::npos;
        const std::size_t begin = line.find_first_not_of(' ');
        if (begin < kIndentation || begin == std::string_view::npos) return false;
        const std::string_view content = line.substr(begin);
        if (content != ")" && !is_child(content)) return false;
    }
    return false;
}

}  // namespace paramscope
