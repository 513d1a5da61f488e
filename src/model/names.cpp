#include "model/names.h"

#include <algorithm>
#include <array>

#include "base/ranges.h"
#include "model/scanner.h"

namespace paramscope {
namespace {

std::uint32_t limit_from(std::string_view text, std::uint32_t offset) {
    return std::min(static_cast<std::uint32_t>(text.size()), offset + kLongestName);
}

/// The end of the group `<...>` or `[...]` at `offset`; `offset` when it does not close.
std::uint32_t group_end(std::string_view text, std::uint32_t offset, std::uint32_t limit) {
    const char open = text[offset];
    const char close = open == '<' ? '>' : ']';
    int depth = 0;
    for (std::uint32_t i = offset; i < limit && !is_line_break(text[i]); ++i) {
        if (text[i] == '(' || text[i] == ')' || text[i] == '#') return offset;
        if (text[i] == open) ++depth;
        if (text[i] == close && --depth == 0) return i + 1;
    }
    return offset;
}

/// The end of one part of a type name at `offset`; `offset` when there is none.
std::uint32_t type_part_end(std::string_view text, std::uint32_t offset, bool first, std::uint32_t limit) {
    const char c = text[offset];
    if (is_name_part(c)) return offset + 1;
    if (c == '<' || (c == '[' && !first)) return group_end(text, offset, limit);
    if (first) return offset;
    if (c == '.' || c == '-') return offset + 1;
    return text.substr(offset, 2) == "::" ? offset + 2 : offset;
}

/// `count x Type(` at `offset`.
std::optional<RepeatedType> match_count_and_type(std::string_view text, std::uint32_t offset) {
    const std::uint32_t limit = limit_from(text, offset);
    for (std::uint32_t i = offset + 1; i < limit && !is_line_break(text[i]) && text[i] != '#'; ++i) {
        if (text[i] != 'x' || !is_blank(text[i - 1]) || i + 1 >= text.size() || !is_blank(text[i + 1]))
            continue;
        const auto repeated = match_type(text, skip_blanks(text, i + 1));
        const std::string_view count = trim(text.substr(offset, i - offset));
        if (!repeated || count.empty()) continue;
        return RepeatedType{{offset, offset + static_cast<std::uint32_t>(count.size())}, *repeated};
    }
    return std::nullopt;
}

/// `(name):` where the name is letters, digits and underscores, as nearly all are.
std::optional<ChildName> match_plain_child_name(std::string_view text, std::uint32_t offset) {
    const std::uint32_t begin = offset + 1, limit = limit_from(text, offset);
    std::uint32_t end = begin;
    while (end < limit && is_name_part(text[end])) ++end;
    if (end == limit || end == begin || text.substr(end, 2) != "):") return std::nullopt;
    return ChildName{text.substr(begin, end - begin), end + 2};
}

std::optional<TypeName> match_type_before(std::string_view text, std::uint32_t offset, std::uint32_t limit) {
    std::uint32_t end = offset;
    while (end < limit) {
        const std::uint32_t next = type_part_end(text, end, end == offset, limit);
        if (next == end) break;
        end = next;
    }
    if (end == offset) return std::nullopt;
    const std::uint32_t opening = skip_blanks(text, end);
    if (opening >= text.size() || text[opening] != '(') return std::nullopt;
    return TypeName{{offset, end}, opening};
}

}  // namespace

bool is_expression_function(std::string_view name) {
    constexpr std::array<std::string_view, 5> functions = {"floor", "ceil", "min", "max", "pow"};
    return contains(functions, name);
}

std::optional<ChildName> match_child_name(std::string_view text, std::uint32_t offset) {
    if (const auto plain = match_plain_child_name(text, offset)) return plain;
    return match_child_name(text, offset, line_end(text.substr(0, limit_from(text, offset)), offset));
}

std::optional<ChildName> match_child_name(std::string_view text, std::uint32_t offset, std::uint32_t limit) {
    const std::uint32_t closing = find_closing(text.substr(0, limit), offset, limit);
    if (closing == limit) return std::nullopt;
    const std::uint32_t colon =
        skip_blanks(text, closing + 1);  // behind blanks: the end of a colour was there
    if (colon >= limit || text[colon] != ':') return std::nullopt;
    const std::string_view name = trim(text.substr(offset + 1, closing - offset - 1));
    if (has_unpaired_quote(name)) return std::nullopt;  // the quote may close on the rest of the line
    return ChildName{name, colon + 1};
}

std::optional<TypeName> match_type(std::string_view text, std::uint32_t offset) {
    return match_type_before(text, offset, limit_from(text, offset));
}

std::optional<RepeatedType> match_long_type(std::string_view text, std::uint32_t offset) {
    const auto type = match_type_before(text, offset, line_end(text, offset));
    const bool is_long = type && type->span.end - type->span.begin > kLongestName;
    return is_long ? std::optional(RepeatedType{{offset, offset}, *type}) : std::nullopt;
}

std::optional<std::uint32_t> match_printed_tensor(std::string_view text, std::uint32_t offset) {
    constexpr std::string_view containing = " containing: [";
    Scanner scanner(text, offset);
    if (!scanner.accept_word("Parameter") && !scanner.accept_word("Tensor")) return std::nullopt;
    if (text.substr(scanner.offset(), containing.size()) != containing) return std::nullopt;
    return scanner.offset() + static_cast<std::uint32_t>(containing.size());
}

std::optional<RepeatedType> match_repeated_type(std::string_view text, std::uint32_t offset) {
    const auto type = match_type(text, offset);
    const bool may_be_count =
        !type || is_expression_function(text.substr(offset, type->span.end - type->span.begin));
    if (may_be_count) {
        if (const auto counted = match_count_and_type(text, offset)) return counted;
    }
    return type ? std::optional(RepeatedType{{offset, offset}, *type}) : std::nullopt;
}

bool starts_child_line(std::string_view text, std::uint32_t offset) {
    offset = skip_blanks(text, offset);
    if (offset >= text.size() || text[offset] != '(') return false;
    const auto name = match_child_name(text, offset);
    if (!name) return false;
    const std::uint32_t value = skip_blanks(text, name->end);
    return match_repeated_type(text, value) || match_printed_tensor(text, value);
}

bool may_call_class(std::string_view text) {
    for (std::size_t at = 0; at + 1 < text.size(); ++at) {
        const bool starts_word = at == 0 || (!is_name_part(text[at - 1]) && text[at - 1] != '\'');
        if (!starts_word || !is_upper(text[at])) continue;
        std::size_t end = at;
        while (end < text.size() && is_name_part(text[end])) ++end;
        if (end < text.size() && text[end] == '(') return true;
    }
    return false;
}

int open_brackets(std::string_view text) {
    int depth = 0;
    for (const char c : text) depth += is_opening(c) - is_closing(c);
    return depth;
}

}  // namespace paramscope
