// Numbers that an editor, a page or a tool writes before each line, or on lines of their own.
#include <algorithm>
#include <span>

#include "base/characters.h"
#include "base/ranges.h"
#include "open/python/texts/code_lines.h"
#include "open/python/texts/wrappings.h"

namespace paramscope::open::python::texts {
namespace {

constexpr std::size_t kFewest = 3;  ///< lines with numbers

/// Signs that may stand between a number and its line, and those behind blanks, too.
constexpr std::string_view kSigns[] = {":", ".", ")", "]", "|", "\xE2\x94\x82", "\xE2\x86\x92"};
constexpr std::span<const std::string_view> kBars = std::span(kSigns).subspan(4);

/// A line with a number in front.
struct Numbered {
    std::size_t line = 0;  ///< its index
    std::uint64_t number = 0;
    std::uint32_t begin = 0;  ///< columns of the number, and of what follows it and its sign
    std::uint32_t end = 0;
    std::string_view sign = {};  ///< behind the number
    std::uint32_t blanks = 0;    ///< behind `end`; kTab for one tab
    bool is_alone = false;       ///< nothing else is on the line
};
constexpr std::uint32_t kTab = 1u << 20;

/// The sign behind a number that ends at `at`, "" for none.
std::string_view sign_behind(std::string_view line, std::uint32_t at) {
    std::uint32_t bar = at;
    while (bar < line.size() && line[bar] == ' ') ++bar;
    for (const std::string_view sign : kSigns) {
        if (line.substr(at).starts_with(sign)) return line.substr(at, sign.size());
    }
    for (const std::string_view sign : kBars) {
        if (line.substr(bar).starts_with(sign)) return line.substr(bar, sign.size());
    }
    return "";
}

std::optional<Numbered> read_number(std::string_view line) {
    constexpr std::uint32_t kMostDigits = 6;
    Numbered found;
    found.begin = skip_blanks(line, 0);
    std::uint32_t at = found.begin;
    for (; at < line.size() && is_digit(line[at]); ++at)
        found.number = found.number * 10 + static_cast<std::uint64_t>(line[at] - '0');
    if (at == found.begin || at - found.begin > kMostDigits) return std::nullopt;
    found.sign = sign_behind(line, at);
    if (!found.sign.empty()) at = offset_in(line, found.sign) + static_cast<std::uint32_t>(found.sign.size());
    found.end = at;
    const std::uint32_t next = skip_blanks(line, at);
    found.is_alone = next >= line.size();
    if (!found.is_alone && next == at && found.sign.empty()) return std::nullopt;  // "3x"
    found.blanks = at < line.size() && line[at] == '\t' ? kTab : next - at;
    return found;
}

/// The lines whose numbers count up, each by one.
class Numbering {
  public:
    Numbering(std::string_view text, const std::vector<CodeLine>& lines) : text_(text), lines_(lines) {
        others_are_python_ = has_python(lines);
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const std::optional<Numbered> number = read_number(slice(text, lines[i].span));
            if (!number) continue;
            if (has_python_ && number->sign != found_.back().sign) continue;
            const bool continues = found_.empty() || number->number == found_.back().number + 1 ||
                                   (number->number == 1 && has_python_);
            if (!continues && (is_before_lines() || is_apart())) break;
            if (!continues) found_.clear();
            if (!continues) has_python_ = false;
            found_.push_back(*number);
            found_.back().line = i;
            has_python_ = has_python_ || is_marked_python(trim(content(*number, i)));
        }
        fewest_ = fewest_blanks();
    }

    /// True for numbers in front of lines of code.
    bool is_before_lines() const { return found_.size() >= kFewest && has_python_ && !others_are_python_; }

    /// True for numbers on lines of their own, above the code or between its lines.
    bool is_apart() const {
        return found_.size() >= kFewest && others_are_python_ &&
               all_of(found_, [](const Numbered& each) { return each.is_alone; });
    }

    /// The text without the numbers, and without what stands between numbered lines, such as the head of a
    /// page.
    Unwrapped without_numbers() const {
        const std::uint32_t column = content_column();
        Rebuilder result(text_);
        auto numbered = found_.begin();
        for (std::size_t i = 0; i < lines_.size(); ++i) {
            const Span line = lines_[i].span;
            const bool is_numbered = numbered != found_.end() && numbered->line == i;
            const bool is_between = numbered != found_.begin() && numbered != found_.end() &&
                                    !others_are_python_ && !lines_[i].is_in_bracket;
            std::uint32_t begin = is_between ? line.end : line.begin;
            if (is_numbered) begin = std::min(line.begin + begin_of(*numbered++, column), line.end);
            result.keep(begin, next_line(text_, line.begin));
        }
        return std::move(result).take();
    }

  private:
    std::string_view content(const Numbered& each, std::size_t line) const {
        return slice(text_, lines_[line].span).substr(each.end);
    }

    /// The least number of blanks behind a number.
    std::uint32_t fewest_blanks() const {
        std::uint32_t fewest = kTab;
        for (const Numbered& each : found_) {
            if (!each.is_alone) fewest = std::min(fewest, each.blanks);
        }
        return fewest;
    }

    /// The column where all contents begin: of numbers that begin in one column and are filled up with
    /// blanks. 0 where contents begin at a distance from their numbers.
    std::uint32_t content_column() const {
        std::uint32_t column = kTab, odd_by_column = 0, odd_by_distance = 0;
        for (const Numbered& each : found_) {
            if (!each.is_alone) column = std::min(column, each.end + each.blanks);
        }
        for (const Numbered& each : found_) {
            if (each.is_alone || each.blanks == kTab) continue;
            if (each.end > column || each.begin != found_.front().begin) return 0;
            odd_by_column += (each.end + each.blanks - column) % 2;
            odd_by_distance += (each.blanks - fewest_) % 2;
        }
        return column < kTab && odd_by_column < odd_by_distance ? column : 0;
    }

    /// The column where the content of a line begins.
    std::uint32_t begin_of(const Numbered& each, std::uint32_t column) const {
        if (column > 0) return column;
        return each.end + (each.blanks == kTab ? 1 : std::min(fewest_, each.blanks));
    }

    std::string_view text_;
    const std::vector<CodeLine>& lines_;
    std::vector<Numbered> found_;
    bool has_python_ = false;  ///< behind a number
    bool others_are_python_ = false;
    std::uint32_t fewest_ = 0;  ///< blanks behind a number
};

}  // namespace

std::optional<Unwrapped> remove_line_numbers(std::string_view text) {
    const std::vector<CodeLine> lines = code_lines(text);
    const Numbering numbering(text, lines);
    if (!numbering.is_before_lines() && !numbering.is_apart()) return std::nullopt;
    return numbering.without_numbers();
}

}  // namespace paramscope::open::python::texts
