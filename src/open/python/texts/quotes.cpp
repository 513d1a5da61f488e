// Lines that a mail, a page or a tool quotes: each has a sign in front.
#include <algorithm>

#include "base/characters.h"
#include "base/ranges.h"
#include "open/python/texts/code_lines.h"
#include "open/python/texts/wrappings.h"

namespace paramscope::open::python::texts {
namespace {

/// Signs that may stand in front of each line.
constexpr std::string_view kQuotingSigns[] = {">", "|", "+", "\xE2\x94\x82", "\xE2\x96\x8E"};

/// How many signs a line begins with, and where they end: `> > x`.
struct Prefix {
    std::uint32_t count = 0;
    std::uint32_t end = 0;  ///< behind the last sign
};

/// Up to `most` signs at the start of a line, with at most one blank before each but the first.
Prefix prefix_of(std::string_view line, std::string_view sign, std::uint32_t most) {
    Prefix prefix;
    std::uint32_t at = skip_blanks(line, 0);
    while (prefix.count < most && line.substr(at).starts_with(sign)) {
        at += static_cast<std::uint32_t>(sign.size());
        prefix = {prefix.count + 1, at};
        if (at < line.size() && line[at] == ' ') ++at;
    }
    return prefix;
}

std::string_view line_of(std::string_view text, const CodeLine& line) {
    return slice(text, line.span);
}

/// The quoted lines of a text: how many signs all with a content have, and whether a blank follows these.
struct Quotation {
    std::uint32_t signs = 0;
    bool has_blank = true;
    bool has_python = false;
};

/// True where the signs are prompts: `>>>` without blanks between.
bool is_session(const std::vector<CodeLine>& lines, std::uint32_t signs) {
    return signs >= 3 && any_of(lines, [](const CodeLine& line) { return line.words.starts_with(">>>"); });
}

Quotation read_quotation(std::string_view text, const std::vector<CodeLine>& lines, std::string_view sign) {
    constexpr std::uint32_t kNone = 1u << 16;
    Quotation found{kNone};
    for (const CodeLine& line : lines) {
        const Prefix prefix = prefix_of(line_of(text, line), sign, kNone);
        if (prefix.count > 0 && !trim(line_of(text, line).substr(prefix.end)).empty())
            found.signs = std::min(found.signs, prefix.count);
    }
    if (found.signs == kNone || is_session(lines, found.signs)) return {};
    for (const CodeLine& line : lines) {
        const Prefix prefix = prefix_of(line_of(text, line), sign, found.signs);
        const std::string_view content = line_of(text, line).substr(prefix.end);
        if (prefix.count < found.signs || trim(content).empty()) continue;
        found.has_blank = found.has_blank && is_blank(content[0]);
        found.has_python = found.has_python || is_marked_python(trim(content));
    }
    return found;
}

/// The text of the quoted lines; what stands between them is left out.
Unwrapped quoted(std::string_view text, const std::vector<CodeLine>& lines, std::string_view sign,
                 const Quotation& quotation) {
    Rebuilder result(text);
    for (const CodeLine& line : lines) {
        const Prefix prefix = prefix_of(line_of(text, line), sign, quotation.signs);
        const std::uint32_t end = next_line(text, line.span.begin);
        std::uint32_t begin = line.span.begin + prefix.end;
        if (quotation.has_blank && begin < line.span.end) ++begin;
        result.keep(prefix.count > 0 ? std::min(begin, line.span.end) : line.span.end, end);
    }
    return std::move(result).take();
}

}  // namespace

std::optional<Unwrapped> remove_quotes(std::string_view text) {
    const std::vector<CodeLine> lines = code_lines(text);
    for (const std::string_view sign : kQuotingSigns) {
        const auto is_quoted = [&](const CodeLine& line) { return line.words.starts_with(sign); };
        const auto others = count_if(lines, [&](const CodeLine& line) {
            return !line.is_empty() && !is_quoted(line) && (sign != ">" || is_plainly_python(line.words));
        });
        const bool has_quotes = any_of(lines, is_quoted);
        if (!has_quotes || others > 0) continue;
        const Quotation quotation = read_quotation(text, lines, sign);
        if (quotation.has_python) return quoted(text, lines, sign, quotation);
    }
    return std::nullopt;
}

}  // namespace paramscope::open::python::texts
