#include "model/scanner.h"

namespace paramscope {

bool Scanner::accept(char c) {
    if (at_end() || peek() != c) return false;
    advance();
    return true;
}

bool Scanner::accept_word(std::string_view word) {
    if (text_.substr(offset_, word.size()) != word) return false;
    if (is_name_part(peek(static_cast<std::uint32_t>(word.size())))) return false;
    advance(static_cast<std::uint32_t>(word.size()));
    return true;
}

std::string_view Scanner::take_name() {
    if (at_end() || !is_name_start(peek())) return {};
    const std::uint32_t begin = offset_;
    while (!at_end() && is_name_part(peek())) advance();
    return since(begin);
}

std::optional<Span> Scanner::take_assigned_name() {
    const std::uint32_t begin = offset_;
    take_name();
    const Span name = span_since(begin);
    skip_blanks();
    if (name.begin != name.end && peek() == '=' && peek(1) != '=') {
        advance();
        skip_blanks();
        return name;
    }
    seek(begin);
    return std::nullopt;
}

std::string_view Scanner::take_comment() {
    advance();
    const std::uint32_t begin = offset_;
    skip_line();
    return trim(since(begin));
}

std::optional<std::uint32_t> quoted_end(std::string_view text, std::uint32_t offset) {
    const char quote = text[offset];
    for (std::uint32_t i = offset + 1; i < text.size() && !is_line_break(text[i]); ++i) {
        if (text[i] == quote) return i + 1;
        if (text[i] == '\\' && i + 1 < text.size() && !is_line_break(text[i + 1])) ++i;
    }
    return std::nullopt;
}

std::uint32_t unit_end(std::string_view text, std::uint32_t offset) {
    const char c = text[offset];
    const char next = offset + 1 < text.size() ? text[offset + 1] : ' ';
    if (c == '\\' && (next == '\'' || next == '"' || next == '\\')) return offset + 2;
    const bool inside_word = offset > 0 && is_name_part(text[offset - 1]);
    if ((c != '\'' && c != '"') || inside_word) return offset + 1;
    return quoted_end(text, offset).value_or(offset + 1);
}

bool has_unpaired_quote(std::string_view text) {
    for (std::uint32_t i = 0; i < text.size();) {
        const std::uint32_t end = unit_end(text, i);
        const bool quote = text[i] == '\'' || text[i] == '"';
        const bool inside_word = i > 0 && is_name_part(text[i - 1]);
        if (quote && !inside_word && end == i + 1) return true;
        i = end;
    }
    return false;
}

std::uint32_t find_closing(std::string_view text, std::uint32_t opening, std::uint32_t limit) {
    std::uint32_t depth = 0;
    for (std::uint32_t i = opening; i < limit; i = unit_end(text, i)) {
        if (is_opening(text[i])) ++depth;
        if (text[i] == ')' && depth == 1) return i;
        if (is_closing(text[i]) && depth > 1) --depth;
    }
    return limit;
}

}  // namespace paramscope
