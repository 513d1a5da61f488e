#include "base/characters.h"

#include <algorithm>
#include <charconv>

#include "base/ranges.h"

namespace paramscope {

std::string lowercase(std::string_view text) {
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(), to_lower);
    return lower;
}

std::string in_one_line(std::string text) {
    std::replace_if(text.begin(), text.end(), is_control, ' ');
    return text;
}

std::string_view trim(std::string_view text) {
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return text;
}

bool is_name(std::string_view text) {
    return !text.empty() && is_name_start(text[0]) && all_of(text, is_name_part);
}

bool is_dotted_name(std::string_view text) {
    while (true) {
        const std::size_t dot = text.find('.');
        if (!is_name(text.substr(0, dot))) return false;
        if (dot == std::string_view::npos) return true;
        text.remove_prefix(dot + 1);
    }
}

bool is_digits(std::string_view text) {
    return !text.empty() && all_of(text, is_digit);
}

std::optional<int> read_number(std::string_view text) {
    if (!is_digits(text)) return std::nullopt;
    int number = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    return fault == std::errc() ? std::optional(number) : std::nullopt;
}

std::uint32_t line_end(std::string_view text, std::uint32_t offset) {
    constexpr std::uint32_t short_line = 8;
    for (std::uint32_t i = 0; i < short_line; ++i, ++offset) {
        if (offset >= text.size() || is_line_break(text[offset])) return offset;
    }
    // Looks for each line break in a part of the text at a time: a text may have one kind only, far away.
    constexpr std::size_t part_size = 256;
    while (offset < text.size()) {
        std::string_view part = text.substr(offset, part_size);
        const std::size_t feed = part.find('\n');
        part = part.substr(0, feed);
        const std::size_t end = part.find('\r');
        if (end != std::string_view::npos) return offset + static_cast<std::uint32_t>(end);
        offset += static_cast<std::uint32_t>(part.size());
        if (feed != std::string_view::npos) return offset;
    }
    return offset;
}

std::uint32_t line_start(std::string_view text, std::uint32_t offset) {
    while (offset > 0 && !is_line_break(text[offset - 1])) --offset;
    return offset;
}

std::uint32_t next_line(std::string_view text, std::uint32_t offset) {
    offset = line_end(text, offset);
    if (text.substr(offset, 2) == "\r\n") return offset + 2;
    return offset < text.size() ? offset + 1 : offset;
}

bool starts_comment(std::string_view text, std::uint32_t offset) {
    if (offset >= text.size() || text[offset] != '#') return false;
    if (offset == 0) return true;
    const char before = text[offset - 1];
    return is_space(before) || is_opening(before) || is_closing(before) || before == ',';
}

}  // namespace paramscope
