// What single characters and lines of a text are. Bytes of UTF-8 sequences count as letters.
#pragma once

#include <cstdint>
#include <string_view>

namespace paramscope {

constexpr bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}
constexpr bool is_line_break(char c) {
    return c == '\n' || c == '\r';
}
constexpr bool is_space(char c) {
    return is_blank(c) || is_line_break(c);
}
constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
constexpr bool is_upper(char c) {
    return c >= 'A' && c <= 'Z';
}
constexpr bool is_opening(char c) {
    return c == '(' || c == '[' || c == '{';
}
constexpr bool is_closing(char c) {
    return c == ')' || c == ']' || c == '}';
}

/// May start a name: a letter, `_`, any non-ASCII character.
constexpr bool is_name_start(char c) {
    return (c >= 'a' && c <= 'z') || is_upper(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}
constexpr bool is_name_part(char c) {
    return is_name_start(c) || is_digit(c);
}

/// `text` without spaces and line breaks at both ends.
std::string_view trim(std::string_view text);

/// Whether the whole of `text` is one name (`d_model`), or one dotted name (`torch.float16`).
bool is_name(std::string_view text);
bool is_dotted_name(std::string_view text);

/// Whether `text` is decimal digits, at least one.
bool is_digits(std::string_view text);

/// Where the line that holds `offset` ends: at its line break, or at the end of the text.
std::uint32_t line_end(std::string_view text, std::uint32_t offset);

/// Where the line that holds `offset` starts.
std::uint32_t line_start(std::string_view text, std::uint32_t offset);

/// Where the line after the one that holds `offset` starts; `\r\n` is one line break.
std::uint32_t next_line(std::string_view text, std::uint32_t offset);

/// The first character at or after `offset` that is neither blank nor a line break.
std::uint32_t skip_space(std::string_view text, std::uint32_t offset);
/// The first character at or after `offset` that is not blank.
std::uint32_t skip_blanks(std::string_view text, std::uint32_t offset);

/// Whether a `#` at `offset` starts a comment: it stands at the start of a line, or behind a space,
/// a comma or a bracket.
bool starts_comment(std::string_view text, std::uint32_t offset);

}  // namespace paramscope
