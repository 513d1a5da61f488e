#include "model/texts/diff.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/characters.h"
#include "model/messages.h"
#include "model/scanner.h"

namespace paramscope {
namespace {

/// The header of a hunk, `@@ -12,4 +12,9 @@`.
struct HunkHeader {
    Span span;
    std::int64_t old_lines = 1;  ///< unchanged and removed lines
    std::int64_t new_lines = 1;  ///< unchanged and added lines
};

/// Reads a number of lines; one that no text has becomes the largest.
std::optional<std::int64_t> take_number(Scanner& scanner) {
    constexpr std::int64_t largest = 1'000'000'000;
    if (!is_digit(scanner.peek())) return std::nullopt;
    std::int64_t number = 0;
    for (; is_digit(scanner.peek()); scanner.advance())
        number = std::min(number * 10 + (scanner.peek() - '0'), largest);
    return number;
}

/// Reads how many lines `-12,4` states: 4; without a comma it is one.
std::optional<std::int64_t> take_line_count(Scanner& scanner, char sign) {
    scanner.skip_blanks();
    if (!scanner.accept(sign) || !take_number(scanner)) return std::nullopt;
    return scanner.accept(',') ? take_number(scanner) : 1;
}

/// The header of a hunk in the line at `line`, perhaps behind a prefix or without its end on that line.
std::optional<HunkHeader> match_header(std::string_view text, std::uint32_t line) {
    const std::size_t column = text.substr(line, line_end(text, line) - line).find("@@ -");
    if (column == std::string_view::npos) return std::nullopt;
    const auto begin = line + static_cast<std::uint32_t>(column);
    Scanner scanner(text, begin + 2);
    const auto old_lines = take_line_count(scanner, '-');
    const auto new_lines = old_lines ? take_line_count(scanner, '+') : std::nullopt;
    if (!new_lines) return std::nullopt;
    HunkHeader header{scanner.span_since(begin), *old_lines, *new_lines};
    scanner.skip_blanks();
    if (scanner.accept('@') && scanner.accept('@')) header.span.end = scanner.offset();
    return header;
}

class DiffReader {
  public:
    explicit DiffReader(std::string_view text) : text_(text) {}

    Diff read() {
        if (text_.find("@@ -") == std::string_view::npos) {
            if (has_signs()) read_lines(0, "");
            if (!diff_.marks.empty()) warn({0, line_end(text_, 0)});
            return std::move(diff_);
        }
        std::optional<std::uint32_t> file;  // where the header of a file begins
        for (std::uint32_t at = 0; at < text_.size();) {
            if (const auto header = match_header(text_, at)) {
                if (file) mark(*file, at);
                file.reset();
                at = read_hunk(at, *header);
            } else {
                if (!file && starts_file(at)) file = at;
                at = next_line(text_, at);
            }
        }
        return std::move(diff_);
    }

  private:
    /// The lines of a hunk: how many there are of each version, and the start of the line behind them.
    struct Lines {
        std::int64_t of_old = 0, of_new = 0;
        std::uint32_t end = 0;
    };

    void mark(std::uint32_t begin, std::uint32_t end) { diff_.marks.push_back({begin, end}); }

    void warn(Span place) {
        diff_.partial = Diagnostic{Severity::Warning, message("model_text.diff"), place};
    }

    /// True where the header of a file begins: git's, or the lines `--- old` and `+++ new`.
    bool starts_file(std::uint32_t at) const {
        return text_.substr(at).starts_with("diff --git ") ||
               (text_.substr(at).starts_with("--- ") &&
                text_.substr(next_line(text_, at)).starts_with("+++ "));
    }

    /// The sign of the line at `at`, behind `prefix`: an empty line is unchanged. '\0' for a line of another
    /// text.
    char sign_at(std::uint32_t at, std::string_view prefix) const {
        const std::string_view line = text_.substr(at, line_end(text_, at) - at);
        if (trim(line) == trim(prefix)) return ' ';
        if (!line.starts_with(prefix)) return '\0';
        const char sign = line[prefix.size()];
        if (is_blank(sign)) return ' ';
        return sign == '+' || sign == '-' || sign == '\\' ? sign : '\0';  // `\ No newline at end of file`
    }

    /// Marks the signs and the removed lines of a hunk that begins at `at`.
    Lines read_lines(std::uint32_t at, std::string_view prefix) {
        Lines lines;
        std::int64_t empty = 0;  // lines since the last one with a sign
        for (; at < text_.size(); at = next_line(text_, at)) {
            const char sign = sign_at(at, prefix);
            if (sign == '\0' || match_header(text_, at) || starts_file(at)) break;
            const auto begin = at + static_cast<std::uint32_t>(prefix.size());
            const std::uint32_t end = line_end(text_, at);
            if (begin >= end) {
                ++empty;
                continue;
            }
            const bool is_kept = sign == ' ' || sign == '+';
            if (sign != ' ') mark(begin, is_kept ? begin + 1 : end);
            lines.of_old += std::exchange(empty, 0) + (sign == ' ' || sign == '-');
            lines.of_new += is_kept;
        }
        lines.end = at;
        return lines;
    }

    /// Marks the hunk whose header is in the line at `line`; returns the start of the line behind it.
    std::uint32_t read_hunk(std::uint32_t line, const HunkHeader& header) {
        const std::uint32_t begin = next_line(text_, line);
        const Lines lines = read_lines(begin, text_.substr(line, header.span.begin - line));
        // Behind a header is the heading of a section, or a text that has lost its line breaks.
        mark(header.span.begin, lines.end > begin ? line_end(text_, line) : header.span.end);
        const bool creates_file = header.old_lines == 0 && lines.of_old == 0;
        const bool is_whole = is_first_ && creates_file && lines.of_new == header.new_lines;
        if (!is_whole && !diff_.partial) warn(header.span);
        is_first_ = false;
        return lines.end;
    }

    /// True when each line has a sign, some are added, and some are not. `+---+` is a line of a table.
    bool has_signs() const {
        bool has_added = false, has_other = false;
        for (std::uint32_t at = 0; at < text_.size(); at = next_line(text_, at)) {
            const std::string_view line = text_.substr(at, line_end(text_, at) - at);
            const char sign = sign_at(at, "");
            if (sign == '\0' || line.starts_with("+-") || line.starts_with("+=")) return false;
            has_added = has_added || sign == '+';
            has_other = has_other || (sign != '+' && !trim(line).empty());
        }
        return has_added && has_other;
    }

    std::string_view text_;
    Diff diff_;
    bool is_first_ = true;
};

}  // namespace

Diff read_diff(std::string_view text) {
    return DiffReader(text).read();
}

}  // namespace paramscope
