#include "model/texts/unread_text.h"

#include <algorithm>

#include "base/characters.h"
#include "model/names.h"
#include "model/scanner.h"
#include "model/texts/outline.h"
#include "model/texts/parentheses.h"

namespace paramscope {

bool is_elision(std::string_view text) {
    // Behind brackets, and behind what a diff, a mail or a table puts before a line.
    constexpr std::string_view before = "([{<+->| ";
    text.remove_prefix(std::min(text.find_first_not_of(before), text.size()));
    return text.starts_with("...") || text.starts_with("\xE2\x80\xA6");
}

bool has_elided_line(std::string_view arguments) {
    for (std::uint32_t at = next_line(arguments, 0); at < arguments.size(); at = next_line(arguments, at)) {
        if (is_elision(arguments.substr(skip_blanks(arguments, at)))) return true;
    }
    return false;
}

bool is_broken_child(std::string_view line) {
    if (!line.starts_with('(')) return false;
    const std::uint32_t end = find_closing(line, 0, static_cast<std::uint32_t>(line.size()));
    if (end >= line.size() || line.substr(0, end).find(',') != std::string_view::npos) return false;
    const std::string_view rest = line.substr(end + 1);
    const std::string_view words = trim(rest);
    return rest.size() > words.size() && !words.empty() && is_name_part(words.front());
}

bool is_name_before_module(std::string_view line, std::string_view text) {
    if (!line.starts_with('(') || !line.ends_with(')')) return false;
    const std::string_view name = trim(line.substr(1, line.size() - 2));
    if (!is_name(name) && !is_digits(name)) return false;
    const std::uint32_t next = skip_space(text, 0);
    if (next >= text.size() || !match_repeated_type(text, next)) return false;
    const std::size_t type = std::min(text.find_first_not_of('_', next), text.size());  // `_WeightNorm()`
    return may_call_class(text.substr(type, line_end(text, next) - type));
}

bool is_logged_assignment(std::string_view text, std::uint32_t begin, const Module* child) {
    const std::string_view line = text.substr(begin, line_end(text, begin) - begin);
    const std::size_t equals = line.find('=');
    if (equals == 0 || equals == std::string_view::npos || !is_blank(line[equals - 1])) return false;
    if (!is_dotted_name(trim(line.substr(0, equals)))) return false;
    const std::uint32_t beside =
        child != nullptr ? child->span.begin : skip_blanks(text, next_filled_line(text, begin));
    const auto own = indentation(text, begin), expected = indentation(text, beside);
    return own && expected && starts_child_line(text, beside) && *own < *expected;
}

bool holds_child(std::string_view text) {
    constexpr std::string_view mark = "):";
    for (std::size_t at = text.find(mark); at != std::string_view::npos; at = text.find(mark, at + 1)) {
        const std::uint32_t begin = static_cast<std::uint32_t>(at + mark.size());
        const std::uint32_t next = skip_blanks(text, begin);
        if (next >= text.size() || is_line_break(text[next])) return true;
        if (match_repeated_type(text, next)) return true;
    }
    return false;
}

}  // namespace paramscope
