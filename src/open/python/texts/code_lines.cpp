#include "open/python/texts/code_lines.h"

#include <algorithm>

#include "base/characters.h"
#include "base/ranges.h"
#include "base/text_parts.h"

namespace paramscope::open::python::texts {
namespace {

/// The end of a string that begins at `at`: of three quotes anywhere, else on its line; `at` where none ends
/// there.
std::size_t string_end(std::string_view text, std::size_t at) {
    const char quote = text[at];
    const std::string_view three = text.substr(at, 3);
    const bool is_long = three.size() == 3 && three[1] == quote && three[2] == quote;
    for (std::size_t i = at + (is_long ? 3 : 1); i < text.size(); ++i) {
        if (text[i] == '\\') {
            ++i;
        } else if (!is_long && is_line_break(text[i])) {
            return at;
        } else if (text[i] == quote && (!is_long || text.substr(i, 3) == three)) {
            return i + (is_long ? 3 : 1);
        }
    }
    return is_long ? text.size() : at;
}

std::uint32_t indentation_of(std::string_view line) {
    std::uint32_t columns = 0;
    for (const char c : line) {
        if (!is_blank(c)) break;
        columns = c == '\t' ? columns / 8 * 8 + 8 : columns + 1;
    }
    return columns;
}

/// True for a line that stands inside of no bracket.
bool begins_statement(std::string_view words) {
    constexpr std::string_view kBegins[] = {"class ", "def ", "import ", "from ", "return "};
    return any_of(kBegins, [&](std::string_view begin) { return words.starts_with(begin); });
}

}  // namespace

std::vector<Literal> find_literals(std::string_view text) {
    std::vector<Literal> literals;
    for (std::size_t at = text.find_first_of("#\"'"); at < text.size(); at = text.find_first_of("#\"'", at)) {
        const bool is_comment = text[at] == '#';
        const std::size_t end =
            is_comment ? line_end(text, static_cast<std::uint32_t>(at)) : string_end(text, at);
        if (end > at)
            literals.push_back(
                {{static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end)}, is_comment});
        at = std::max(end, at + 1);
    }
    return literals;
}

std::vector<CodeLine> code_lines(std::string_view text) {
    std::vector<CodeLine> lines;
    const std::vector<Literal> literals = find_literals(text);
    auto literal = literals.begin();
    int depth = 0;
    bool continues = false;  // behind a backslash
    for (std::uint32_t at = 0; at < text.size(); at = next_line(text, at)) {
        const std::uint32_t end = line_end(text, at);
        while (literal != literals.end() && literal->span.end <= at) ++literal;
        const bool is_in_string = literal != literals.end() && literal->span.begin < at;
        const std::string_view line = text.substr(at, end - at), words = trim(line);
        if (!is_in_string && begins_statement(words)) depth = 0;
        lines.push_back({{at, end}, words, indentation_of(line), is_in_string, depth > 0 || continues});
        continues = words.ends_with('\\') && !words.starts_with('#');
        for (std::uint32_t i = at; i < end; ++i) {
            while (literal != literals.end() && literal->span.end <= i) ++literal;
            if (literal != literals.end() && literal->span.begin <= i) {
                i = std::min(literal->span.end, end) - 1;
            } else if (is_opening(text[i])) {
                ++depth;
            } else if (is_closing(text[i])) {
                depth = std::max(depth - 1, 0);
            }
        }
    }
    return lines;
}

bool is_plainly_python(std::string_view words) {
    if (words.starts_with("import ") || words.starts_with("self.") || words.starts_with("super("))
        return true;
    if (words.starts_with("from ")) return holds(words, " import ");
    if (!words.starts_with("class ") && !words.starts_with("def ")) return false;
    return holds(words, "):") || words.ends_with(':');
}

bool is_marked_python(std::string_view words) {
    constexpr std::size_t kMost = 24;
    const std::size_t begin = words.find_first_not_of("0123456789 \t>|+:.)]");
    return begin < kMost && is_plainly_python(words.substr(begin));
}

bool has_python(const std::vector<CodeLine>& lines) {
    return any_of(lines, [](const CodeLine& line) { return is_plainly_python(line.words); });
}

}  // namespace paramscope::open::python::texts
