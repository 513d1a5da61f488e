// Classes of characters, and small questions about names and lines of a text. All of them work on bytes;
// every byte of a non-ASCII character counts as a letter.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace paramscope {

/// White space inside a line.
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
/// True for an ASCII letter.
constexpr bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || is_upper(c);
}
/// True for an ASCII control character: nothing that can be shown.
constexpr bool is_control(char c) {
    return static_cast<unsigned char>(c) < ' ' || c == '\x7f';
}
constexpr bool is_opening(char c) {
    return c == '(' || c == '[' || c == '{';
}
constexpr bool is_closing(char c) {
    return c == ')' || c == ']' || c == '}';
}

/// True for what may start a name: a letter, `_`, any non-ASCII character.
constexpr bool is_name_start(char c) {
    return is_letter(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}
/// True for what may follow in a name: digits too.
constexpr bool is_name_part(char c) {
    return is_name_start(c) || is_digit(c);
}

/// The lower-case form of an ASCII letter; any other character unchanged.
constexpr char to_lower(char c) {
    return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
}
/// `text` with its ASCII letters in lower case.
std::string lowercase(std::string_view text);

/// `text` with a blank for each of its control characters, among them line breaks.
std::string in_one_line(std::string text);

/// `text` without white space and line breaks at both ends.
std::string_view trim(std::string_view text);

/// True when all of `text` is one name: `d_model`.
bool is_name(std::string_view text);
/// True when all of `text` is names joined by dots: `torch.float16`.
bool is_dotted_name(std::string_view text);
/// True when `text` is decimal digits, at least one.
bool is_digits(std::string_view text);
/// The number that decimal digits write; nothing for another text and for more than 2^31 - 1.
std::optional<int> read_number(std::string_view text);

/// End of the line that holds `offset`: its line break, or the end of the text.
std::uint32_t line_end(std::string_view text, std::uint32_t offset);
/// Start of the line that holds `offset`.
std::uint32_t line_start(std::string_view text, std::uint32_t offset);
/// Start of the line after the one that holds `offset`; `\r\n` is one line break.
std::uint32_t next_line(std::string_view text, std::uint32_t offset);

/// First character at or after `offset` that is neither blank nor a line break.
constexpr std::uint32_t skip_space(std::string_view text, std::uint32_t offset) {
    while (offset < text.size() && is_space(text[offset])) ++offset;
    return offset;
}
/// First character at or after `offset` that is not blank.
constexpr std::uint32_t skip_blanks(std::string_view text, std::uint32_t offset) {
    while (offset < text.size() && is_blank(text[offset])) ++offset;
    return offset;
}

/// True when a `#` at `offset` starts a comment: it is the first character of a line, or follows white space,
/// a comma or a bracket (`nn.Linear#2` holds no comment).
bool starts_comment(std::string_view text, std::uint32_t offset);

}  // namespace paramscope
