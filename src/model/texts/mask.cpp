#include "model/texts/mask.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/characters.h"
#include "base/concat.h"
#include "model/names.h"
#include "model/scanner.h"
#include "model/texts/diff.h"
#include "model/texts/masked_text.h"
#include "model/texts/outline.h"
#include "model/texts/plain_print.h"
#include "model/texts/quoted_code.h"
#include "model/texts/unread_text.h"

namespace paramscope {
namespace {

std::uint32_t length(std::string_view text) {
    return static_cast<std::uint32_t>(text.size());
}

/// The length of a terminal's escape sequence at `offset`, e.g. `ESC [ 1 ; 32 m`.
std::uint32_t escape_length(std::string_view text, std::uint32_t offset) {
    std::uint32_t end = offset + 1;
    if (end >= text.size() || (text[end] != '[' && !is_digit(text[end]))) return 1;
    for (++end; end < text.size(); ++end) {
        const char c = text[end];
        if (c >= '@' && c <= '~') return end + 1 - offset;
        if (c < ' ') break;
    }
    return end - offset;
}

}  // namespace

std::uint32_t unicode_space_length(std::string_view text, std::uint32_t offset) {
    constexpr std::array<std::string_view, 5> spaces = {"\xC2\xA0", "\xE2\x80\xAF", "\xE2\x80\x87",
                                                        "\xE3\x80\x80", "\xEF\xBB\xBF"};
    if (text[offset] == '\x1B') return escape_length(text, offset);
    for (const std::string_view space : spaces) {
        if (text.substr(offset, space.size()) == space) return length(space);
    }
    return 0;
}

namespace {

/// True for a text of ASCII without terminals' escape sequences, as nearly all are: eight bytes at a time.
bool is_plain(std::string_view text) {
    constexpr std::uint64_t high_bits = 0x8080808080808080;
    std::uint64_t all = 0;
    std::size_t at = 0;
    for (; at + sizeof(all) <= text.size(); at += sizeof(all)) {
        std::uint64_t eight;
        std::memcpy(&eight, text.data() + at, sizeof(eight));
        all |= eight;
    }
    for (; at < text.size(); ++at) all |= static_cast<unsigned char>(text[at]);
    return (all & high_bits) == 0 && text.find('\x1B') == std::string_view::npos;
}

/// Masks Unicode spaces, in comments too: which `#` starts a comment is known only when the tree is read.
void mask_unicode_spaces(MaskedText& masked) {
    if (is_plain(masked.text())) return;
    const auto next = [&masked](std::uint32_t from) {
        const std::string_view text = masked.text();
        const auto found = std::find_if(text.begin() + from, text.end(), [](char c) {
            return static_cast<unsigned char>(c) >= 0x80 || c == '\x1B';  // starts escape sequences
        });
        return static_cast<std::uint32_t>(found - text.begin());
    };
    for (std::uint32_t i = next(0); i < masked.text().size();) {
        const std::uint32_t count = unicode_space_length(masked.text(), i);
        masked.mask(i, i + count);
        i = next(i + std::max(count, 1u));
    }
}

struct Escape {
    std::string_view written, meaning;
};

constexpr std::array<Escape, 9> kEntities = {{{"&lt;", "<"},
                                              {"&gt;", ">"},
                                              {"&quot;", "\""},
                                              {"&#39;", "'"},
                                              {"&#x27;", "'"},
                                              {"&nbsp;", " "},
                                              {"&amp;", "&"},
                                              {"<br>", "\n"},
                                              {"<br/>", "\n"}}};

// In a quoted string. A line break keeps its place at the end, after a blank.
constexpr std::array<Escape, 5> kStringEscapes = {
    {{"\\r\\n", "  \n"}, {"\\n", " \n"}, {"\\t", "  "}, {"\\'", "'"}, {"\\\"", "\""}}};

template <std::size_t kCount>
void replace_each(MaskedText& masked, const std::array<Escape, kCount>& escapes, char first) {
    for (std::size_t at = masked.text().find(first); at != std::string_view::npos;
         at = masked.text().find(first, at + 1)) {
        for (const Escape& escape : escapes) {
            if (!masked.text().substr(at).starts_with(escape.written)) continue;
            masked.replace(static_cast<std::uint32_t>(at),
                           static_cast<std::uint32_t>(at + escape.written.size()), escape.meaning);
            break;
        }
    }
}

/// Replaces HTML's entities and line breaks.
void replace_entities(MaskedText& masked) {
    replace_each(masked, kEntities, '&');
    replace_each(masked, kEntities, '<');
}

/// Replaces the escapes of a print in quotes on one line: `'Net(\n  (fc): Linear(...)\n)'`.
void replace_string_escapes(MaskedText& masked) {
    const std::string_view words = trim(masked.text());
    const bool is_one_line = words.find_first_of("\r\n") == std::string_view::npos;
    if (!is_one_line || words.find("\\n") == std::string_view::npos) return;
    const auto begin = static_cast<std::uint32_t>(words.data() - masked.text().data());
    const std::uint32_t end = begin + length(words);
    const auto is_quote = [](char c) { return c == '\'' || c == '"'; };
    const bool is_quoted = is_quote(words.front()), ends_quoted = is_quote(words.back());
    if (is_quoted) masked.mask(begin, begin + 1);
    if (ends_quoted) masked.mask(end - 1, end);
    replace_each(masked, kStringEscapes, '\\');
}

void replace_all_escapes(MaskedText& masked) {
    mask_unicode_spaces(masked);
    replace_string_escapes(masked);
    replace_entities(masked);
}

/// True for the count before a repeated module, or for its beginning: `40 x`, `40`, ``.
bool is_count(std::string_view words) {
    if (words.ends_with('x')) words = trim(words.substr(0, words.size() - 1));
    return words.empty() || is_digits(words);
}

/// True for a line that may end with `(name):` or a count. Nearly all others end with a bracket.
bool may_end_name_or_count(std::string_view line) {
    const char last = trim(line).back();
    return last == ':' || last == 'x' || is_digit(last);
}

/// Joins a line that ends before its child's type and the next line: `(fc):` and `Linear(3, 4)`, `(0-3): 4 x`
/// and `Block(`.
void join_children(MaskedText& masked) {
    for (std::uint32_t line = 0; line < masked.text().size();) {
        const std::string_view text = masked.text();
        const std::uint32_t begin = skip_blanks(text, line), end = line_end(text, line);
        const bool may_be_name =
            begin < end && text[begin] == '(' && may_end_name_or_count(text.substr(begin, end - begin));
        const auto name = may_be_name ? match_child_name(text, begin) : std::nullopt;
        const std::string_view count = name ? trim(text.substr(name->end, end - name->end)) : "";
        const std::uint32_t next = name && is_count(count) ? skip_space(text, end) : end;
        if (next > end && next < text.size()) {
            const std::string_view rest = text.substr(next, line_end(text, next) - next);
            const std::string joined = concat(count, " ", rest);
            if (is_count(trim(joined)) || match_repeated_type(joined, skip_blanks(joined, 0))) {
                masked.mask(end, next);
                continue;
            }
        }
        line = next_line(text, line);
    }
}

/// True for one of a profiler's numbers: `0.6% Params`, `48 KMACs = 7.3% MACs`, `1.82 GMac`, `200 us`, `1.9
/// GFLOPS`.
bool is_profile_item(std::string_view item) {
    item = trim(item);
    if (item.empty() || !is_digit(item.front())) return false;
    const std::string_view unit = item.substr(item.find_last_of(' ') + 1);
    for (const std::string_view end : {"Params", "MACs", "Mac", "latency", "FLOPS", "FLOPs"}) {
        if (unit.ends_with(end)) return true;
    }
    return unit == "ms" || unit == "us" || unit == "ns" || unit == "s";
}

/// The end of a profiler's numbers from the one that ends at or behind `end` on; no others follow.
std::size_t profile_end(std::string_view text, std::size_t end, std::size_t limit) {
    while (end < limit) {
        const std::size_t stop = std::min(text.find_first_of(",|)", end), limit);
        if (!is_profile_item(text.substr(end, stop - end))) break;
        end = stop;
        if (end < limit && text[end] != ')') ++end;
        while (end < limit && text[end] == ' ') ++end;
    }
    return end;
}

/// Masks what profilers write before the arguments of a module: ptflops `Linear(48.12 k, 77.979% Params, 48.1
/// KMac, 11.1% MACs, in_features=…`, once without parameters, DeepSpeed `Linear(48.12 K = 77.6% Params,
/// …, 1.9 GFLOPS, in_features=…`, or behind them, between bars: `|48.12 k, 77.979% Params, …|`.
void mask_profile(MaskedText& masked) {
    for (const std::string_view mark : {"% Params, ", "% MACs, ", "% MACs,\n", "% FLOPs, ", "% FLOPs,\n"}) {
        for (std::size_t at = masked.text().find(mark); at != std::string_view::npos;
             at = masked.text().find(mark, at + 1)) {
            const std::string_view text = masked.text();
            std::size_t begin = at;
            while (begin > 0 && text[begin - 1] != '(' && text[begin] != '|' &&
                   !is_line_break(text[begin - 1]))
                --begin;
            const std::size_t limit = line_end(text, static_cast<std::uint32_t>(at));
            const std::size_t end = profile_end(text, std::min(at + mark.size(), limit), limit);
            masked.mask(static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end));
        }
    }
}

/// True for MindSpore's `<` behind a type: `Conv2d<in_channels=3, …>`, `ReLU<>`, and at the end of a line.
bool opens_module(std::string_view text, std::size_t at) {
    if (at == 0 || !is_name_part(text[at - 1])) return false;
    std::size_t next = at + 1;
    if (next >= text.size() || is_line_break(text[next]) || text[next] == '>') return true;
    while (next < text.size() && is_name_part(text[next])) ++next;
    return next > at + 1 && next < text.size() && text[next] == '=';
}

/// Replaces the brackets of MindSpore's prints, `Net<(fc): Dense<…>>`, by parentheses; not those of a name.
void replace_angle_brackets(MaskedText& masked) {
    if (masked.text().find('<') == std::string_view::npos) return;
    constexpr std::string_view marks = "<>()\n";
    std::vector<bool> is_module;  // of the open brackets
    bool is_in_parentheses = false;
    for (std::size_t at = masked.text().find_first_of(marks); at != std::string_view::npos;
         at = masked.text().find_first_of(marks, at + 1)) {
        const std::string_view text = masked.text();
        const auto place = static_cast<std::uint32_t>(at);
        if (text[at] != '<' && text[at] != '>') {
            is_in_parentheses = text[at] == '(';
        } else if (is_in_parentheses) {
            continue;
        } else if (text[at] == '<') {
            is_module.push_back(opens_module(text, at));
            if (is_module.back()) masked.replace(place, place + 1, "(");
        } else if (!is_module.empty() && (at == 0 || (text[at - 1] != '-' && text[at - 1] != '='))) {
            if (is_module.back()) masked.replace(place, place + 1, ")");
            is_module.pop_back();
        }
    }
}

/// The length of the longest line when at least two lines have it, as a terminal breaks them; else 0.
std::uint32_t wrapped_width(std::string_view text) {
    constexpr std::uint32_t narrowest = 18;
    std::uint32_t width = 0;
    int full = 0;
    for (std::uint32_t at = 0; at < text.size(); at = next_line(text, at)) {
        const std::uint32_t size = line_end(text, at) - at;
        if (size > width) full = 0;
        width = std::max(width, size);
        full += size == width;
    }
    return width < narrowest || full < 2 ? 0 : width;
}

/// True when a word or a number is broken between two lines: what follows is no argument of its own.
bool breaks_word(std::string_view line, std::string_view next) {
    if (line.empty() || next.empty() || !is_name_part(line.back()) || !is_name_part(next.front()))
        return false;
    if (is_digit(line.back()) && !is_digit(next.front())) return false;
    Scanner scanner(next);
    while (is_name_part(scanner.peek())) scanner.advance();
    scanner.skip_blanks();
    return scanner.peek() != '=' && scanner.peek() != '(';
}

/// True when an argument is broken behind its name: `bias` and `=False` on the next line.
bool breaks_argument(std::string_view line, std::string_view next) {
    line = trim(line);
    return !line.empty() && is_name_part(line.back()) && next.size() > 1 && next[0] == '=' && next[1] != '=';
}

/// True for `  in_features=2`.
bool starts_with_argument(std::string_view text) {
    const std::string_view rest = text.substr(skip_blanks(text, 0));
    const auto end = std::find_if_not(rest.begin(), rest.end(), is_name_part);
    return end != rest.begin() && end != rest.end() && *end == '=';
}

/// Joins the lines of a print that were broken at some width, inside words too. Line breaks move behind the
/// joined line.
class WrappedLines {
  public:
    explicit WrappedLines(std::string_view text) : text_(text), width_(wrapped_width(text)) {}

    /// The text with whole lines; nullopt where none was broken.
    std::optional<std::string> join() {
        for (std::uint32_t at = 0; at < text_.size();) {
            const std::uint32_t end = line_end(text_, at), next = next_line(text_, at);
            if (is_broken(at, end, next)) {
                joined_.append(text_, taken_, end - taken_);
                taken_ = next;
                ++breaks_;
            } else if (breaks_ > 0) {
                joined_.append(text_, taken_, next - taken_).append(breaks_, '\n');
                taken_ = next;
                breaks_ = 0;
            }
            at = next;
        }
        if (taken_ == 0) return std::nullopt;
        joined_.append(text_, taken_);
        return std::move(joined_);
    }

  private:
    /// True when the line from `at` to `end` goes on in the next one, which begins at `next`.
    bool is_broken(std::uint32_t at, std::uint32_t end, std::uint32_t next) {
        const std::string_view line = text_.substr(at, end - at), rest = text_.substr(next);
        const bool has_next = next < text_.size() && next == end + 1;
        const bool may_be =
            has_next && !line.ends_with('(') && !rest.starts_with("  ") &&
            ((width_ > 0 && line.size() == width_) || breaks_word(line, rest) || breaks_argument(line, rest));
        // Arguments may follow the line of a module that has children.
        if (breaks_ == 0) depth_ = may_be && follows_module_line(at) ? 1 : 0;
        if (may_be) depth_ += open_brackets(line);
        return may_be && depth_ > 0 && !starts_child_line(text_, next) && !is_elision(rest);
    }

    /// True for a line of arguments behind one that ends with a bracket.
    bool follows_module_line(std::uint32_t at) const {
        if (at == 0 || !starts_with_argument(text_.substr(at))) return false;
        std::string_view before = text_.substr(0, at - 1);
        if (text_[at - 1] == '\n' && before.ends_with('\r')) before.remove_suffix(1);
        return before.ends_with('(');
    }

    std::string_view text_;
    std::uint32_t width_;
    std::string joined_;
    std::uint32_t taken_ = 0;  ///< how much of the text is in `joined_`
    std::size_t breaks_ = 0;   ///< moved behind this line
    int depth_ = 0;            ///< of brackets that the joined lines leave open
};

void join_wrapped_lines(MaskedText& masked) {
    if (std::optional<std::string> joined = WrappedLines(masked.text()).join())
        masked.assign(std::move(*joined));
}

/// The end of `In [3]:` or `Out[3]:` at `offset`, for `start` "In [" or "Out["; nullopt when there is none.
std::optional<std::uint32_t> numbered_prompt_end(std::string_view text, std::uint32_t offset,
                                                 std::string_view start) {
    if (text.substr(offset, start.size()) != start) return std::nullopt;
    Scanner scanner(text, offset + length(start));
    while (is_digit(scanner.peek()) || scanner.peek() == ' ') scanner.advance();
    if (!scanner.accept(']') || !scanner.accept(':')) return std::nullopt;
    return scanner.offset();
}

/// The end of a prompt before typed code, `>>>` or `In [3]:`.
std::optional<std::uint32_t> code_prompt_end(std::string_view text, std::uint32_t offset) {
    if (text.substr(offset, 3) == ">>>") return offset + 3;
    return numbered_prompt_end(text, offset, "In [");
}

/// The end of `...` or `...:`, the prompt of further lines of typed code.
std::optional<std::uint32_t> continuation_end(std::string_view text, std::uint32_t offset) {
    if (text.substr(offset, 3) != "...") return std::nullopt;
    const std::uint32_t end = offset + (text.substr(offset, 4) == "...:" ? 4 : 3);
    if (end < text.size() && !is_space(text[end])) return std::nullopt;
    return end;
}

bool is_fence(std::string_view text, std::uint32_t offset) {
    return text.substr(offset, 3) == "```" || text.substr(offset, 3) == "~~~";
}

/// True when the text after a prompt is a line of a module tree; `inside`: the line before was one, too.
bool is_tree_line(std::string_view text, std::uint32_t content, std::uint32_t line, bool inside) {
    content = skip_blanks(text, content);
    if (starts_child_line(text, content)) return true;
    if (inside && trim(text.substr(content, line_end(text, content) - content)) == ")") return true;
    if (find_opener(text, content) >= text.size()) return false;
    std::uint32_t next = skip_blanks(text, next_filled_line(text, line));
    if (const auto end = continuation_end(text, next)) next = *end;
    return starts_child_line(text, next);
}

/// Masks prompts and the code typed after them.
void mask_prompts(MaskedText& masked) {
    bool typed = false;
    bool tree = false;
    for (std::uint32_t line = 0; line < masked.text().size(); line = next_line(masked.text(), line)) {
        const std::string_view text = masked.text();
        const std::uint32_t begin = skip_blanks(text, line);
        auto prompt_end = code_prompt_end(text, begin);
        if (!prompt_end && typed) prompt_end = continuation_end(text, begin);
        typed = prompt_end.has_value();
        tree = prompt_end && is_tree_line(text, *prompt_end, line, tree);
        if (prompt_end) {
            masked.mask(begin, tree ? *prompt_end : line_end(text, line));
        } else if (const auto output_end = numbered_prompt_end(text, begin, "Out[")) {
            masked.mask(begin, *output_end);
        } else if (is_fence(text, begin)) {
            masked.mask(begin, line_end(text, begin));
        }
    }
}

/// True when all brackets of `prefix` are closed in it: an open one belongs to a value.
bool has_whole_brackets(std::string_view prefix) {
    int depth = 0;
    for (const char c : prefix) {
        if (is_opening(c)) ++depth;
        if (is_closing(c) && --depth < 0) return false;
    }
    return depth == 0;
}

/// The text before the type on the line that opens the tree, when the next line is the same text and a child;
/// else "".
std::string_view find_prefix(std::string_view text) {
    for (std::uint32_t line = 0; line < text.size(); line = next_line(text, line)) {
        const std::uint32_t type = find_opener(text, line);
        if (type >= text.size()) continue;
        const std::string_view prefix = text.substr(line, type - line);
        if (trim(prefix).empty() || !has_whole_brackets(prefix)) continue;
        const auto end = match_prefix(text, next_filled_line(text, line), prefix);
        if (end && starts_child_line(text, *end)) return prefix;
    }
    return {};
}

/// The length of `#` or `//` at `offset`, 0 for anything else.
std::uint32_t comment_sign(std::string_view text, std::uint32_t offset) {
    if (text[offset] == '#') return 1;
    return text.substr(offset, 2) == "//" ? 2 : 0;
}

/// True when each line is a comment: a tree that was commented out.
bool is_all_comments(std::string_view text) {
    for (std::uint32_t line = 0; line < text.size(); line = next_line(text, line)) {
        const std::uint32_t begin = skip_blanks(text, line);
        if (begin < line_end(text, begin) && comment_sign(text, begin) == 0) return false;
    }
    return true;
}

void mask_comment_signs(MaskedText& masked) {
    if (!is_all_comments(masked.text())) return;
    for (std::uint32_t line = 0; line < masked.text().size(); line = next_line(masked.text(), line)) {
        const std::uint32_t begin = skip_blanks(masked.text(), line);
        if (begin < line_end(masked.text(), begin))
            masked.mask(begin, begin + comment_sign(masked.text(), begin));
    }
}

void mask_prefix(MaskedText& masked) {
    if (has_child_lines(masked.text())) return;
    const std::string prefix(find_prefix(masked.text()));
    if (prefix.empty()) return;
    for (std::uint32_t line = 0; line < masked.text().size(); line = next_line(masked.text(), line)) {
        if (const auto end = match_prefix(masked.text(), line, prefix)) masked.mask(line, *end);
    }
}

}  // namespace

std::optional<std::uint32_t> match_prefix(std::string_view text, std::uint32_t offset,
                                          std::string_view prefix) {
    std::uint32_t i = 0;
    while (i < prefix.size()) {
        // Editors remove trailing blanks, so an empty line may have the prefix without its last ones.
        if (offset >= text.size() || is_line_break(text[offset])) {
            return trim(prefix.substr(i)).empty() ? std::optional(offset) : std::nullopt;
        }
        if (is_digit(text[offset]) && prefix[i] == ' ') {
            const std::uint32_t next = skip_blanks(prefix, i);
            if (next < prefix.size() && is_digit(prefix[next])) i = next;
        }
        if (is_digit(prefix[i]) && is_digit(text[offset])) {
            while (i < prefix.size() && is_digit(prefix[i])) ++i;
            while (offset < text.size() && is_digit(text[offset])) ++offset;
        } else if (prefix[i] == text[offset]) {
            ++i;
            ++offset;
        } else {
            return std::nullopt;
        }
    }
    return offset;
}

std::string_view replace_escapes(std::string_view text, std::string& storage) {
    MaskedText masked(text, storage);
    replace_all_escapes(masked);
    return masked.text();
}

std::string_view mask_surroundings(std::string_view text, std::string& storage) {
    if (is_plain_print(text)) return text;
    MaskedText masked(text, storage);
    replace_all_escapes(masked);
    for (const Span& mark : read_diff(masked.text()).marks) masked.mask(mark.begin, mark.end);
    mask_quoted_code(masked);
    join_children(masked);
    mask_profile(masked);
    replace_angle_brackets(masked);
    join_wrapped_lines(masked);
    mask_prompts(masked);
    mask_comment_signs(masked);
    mask_prefix(masked);
    return masked.text();
}

std::uint32_t skip_prompt(std::string_view text, std::uint32_t offset) {
    if (offset >= text.size() || text[offset] == '(') return offset;  // a child, as nearly always
    if (const auto end = code_prompt_end(text, offset)) return *end;
    if (const auto end = numbered_prompt_end(text, offset, "Out[")) return *end;
    return is_fence(text, offset) ? offset + 3 : offset;
}

}  // namespace paramscope
