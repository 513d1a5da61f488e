// `return n, *(int(x) for x in xs)`: outside of brackets the grammar only unpacks names and calls.
#include <algorithm>

#include "base/characters.h"
#include "base/text_parts.h"
#include "open/python/texts/code_lines.h"
#include "open/python/texts/wrappings.h"

namespace paramscope::open::python::texts {
namespace {

class UnpackedLines {
  public:
    explicit UnpackedLines(std::string_view text) : text_(text), literals_(find_literals(text)) {}

    /// The value of the statement on a line, if it ends there.
    std::optional<Span> unpacked_value(const CodeLine& line) const {
        const std::uint32_t words = offset_in(text_, line.words);
        std::uint32_t begin = line.words.starts_with("return ") ? words + 7 : 0, end = line.span.end;
        bool is_unpacked = false;
        int depth = 0;
        auto literal = first_literal(words);
        for (std::uint32_t at = words; at < end; ++at) {
            while (literal != literals_.end() && literal->span.end <= at) ++literal;
            const char c = text_[at];
            if (literal != literals_.end() && literal->span.begin <= at) {
                if (literal->is_comment) end = at;
                if (!literal->is_comment) at = literal->span.end - 1;
            } else if (is_opening(c) || is_closing(c)) {
                depth += is_opening(c) ? 1 : -1;
            } else if (depth == 0 && c == '=' && is_assignment(at)) {
                begin = at + 1;
                is_unpacked = false;
            } else if (depth == 0 && c == '*' && begin > 0) {
                is_unpacked = is_unpacked || unpacks_bracket(begin, at);
            }
        }
        if (!is_unpacked || depth != 0) return std::nullopt;
        while (end > begin && is_blank(text_[end - 1])) --end;
        return Span{skip_blanks(text_, begin), end};
    }

  private:
    std::vector<Literal>::const_iterator first_literal(std::uint32_t place) const {
        return std::lower_bound(literals_.begin(), literals_.end(), place,
                                [](const Literal& each, std::uint32_t at) { return each.span.end <= at; });
    }

    bool is_assignment(std::uint32_t at) const {
        const std::string_view joined = "=<>!:";
        const bool is_second = at > 0 && joined.find(text_[at - 1]) != std::string_view::npos;
        return !is_second && text_.substr(at + 1, 1) != "=";
    }

    /// True for the star of `*(...)` behind a comma or where the value begins.
    bool unpacks_bracket(std::uint32_t begin, std::uint32_t at) const {
        const std::uint32_t next = skip_blanks(text_, at + 1);
        std::uint32_t before = at;
        while (before > begin && is_blank(text_[before - 1])) --before;
        return next < text_.size() && is_opening(text_[next]) &&
               (before == begin || text_[before - 1] == ',');
    }

    std::string_view text_;
    std::vector<Literal> literals_;
};

}  // namespace

std::optional<Unwrapped> bracket_unpacked(std::string_view text) {
    if (!contains_any(text, {"*(", "*[", "*{"})) return std::nullopt;
    const UnpackedLines values(text);
    Rebuilder result(text);
    bool is_changed = false;
    for (const CodeLine& line : code_lines(text)) {
        const std::optional<Span> value = line.is_free() ? values.unpacked_value(line) : std::nullopt;
        const std::uint32_t end = next_line(text, line.span.begin);
        if (value) {
            result.keep(line.span.begin, value->begin);
            result.insert("(", value->begin);
            result.keep(value->begin, value->end);
            result.insert(")", value->end);
        }
        result.keep(value ? value->end : line.span.begin, end);
        is_changed = is_changed || value;
    }
    return is_changed ? std::optional(std::move(result).take()) : std::nullopt;
}

}  // namespace paramscope::open::python::texts
