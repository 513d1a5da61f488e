#include "model/prepare.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "base/characters.h"
#include "model/names.h"
#include "model/outline.h"
#include "model/scanner.h"

namespace paramscope {
namespace {

/// A text in which ranges can be turned into spaces; copied on the first change.
class Blanker {
  public:
    Blanker(std::string_view text, std::string& storage) : text_(text), storage_(storage) {}

    std::string_view text() const { return text_; }

    void blank(std::uint32_t begin, std::uint32_t end) {
        if (begin >= end) return;
        if (!copied_) {
            storage_.assign(text_);
            text_ = storage_;
            copied_ = true;
        }
        std::fill(storage_.data() + begin, storage_.data() + end, ' ');
    }

  private:
    std::string_view text_;
    std::string& storage_;
    bool copied_ = false;
};

std::uint32_t length(std::string_view text) {
    return static_cast<std::uint32_t>(text.size());
}

/// The length of a terminal's escape sequence at `offset`, `ESC [ 1 ; 32 m`.
std::uint32_t escape_length(std::string_view text, std::uint32_t offset) {
    std::uint32_t end = offset + 1;
    if (end >= text.size() || text[end] != '[') return 1;
    for (++end; end < text.size(); ++end) {
        const char c = text[end];
        if (c >= '@' && c <= '~') return end + 1 - offset;
        if (c < ' ') break;
    }
    return end - offset;
}

}  // namespace

std::uint32_t false_space_length(std::string_view text, std::uint32_t offset) {
    constexpr std::array<std::string_view, 5> spaces = {"\xC2\xA0", "\xE2\x80\xAF", "\xE2\x80\x87",
                                                        "\xE3\x80\x80", "\xEF\xBB\xBF"};
    if (text[offset] == '\x1B') return escape_length(text, offset);
    for (const std::string_view space : spaces) {
        if (text.substr(offset, space.size()) == space) return length(space);
    }
    return 0;
}

namespace {

bool may_start_false_space(char c) {
    return c == '\x1B' || c == '\xC2' || c == '\xE2' || c == '\xE3' || c == '\xEF';
}

/// In comments too: whether a `#` starts one is known only when the tree is read.
void blank_false_spaces(Blanker& blanker) {
    for (std::uint32_t i = 0; i < blanker.text().size(); ++i) {
        if (!may_start_false_space(blanker.text()[i])) continue;
        const std::uint32_t count = false_space_length(blanker.text(), i);
        blanker.blank(i, i + count);
        i += std::max(count, 1u) - 1;
    }
}

/// Behind `In [3]:` or `Out[3]:` at `offset`; nullopt when the text is another.
std::optional<std::uint32_t> numbered_prompt_end(std::string_view text, std::uint32_t offset,
                                                 std::string_view start) {
    if (text.substr(offset, start.size()) != start) return std::nullopt;
    Scanner scanner(text, offset + length(start));
    while (is_digit(scanner.peek()) || scanner.peek() == ' ') scanner.advance();
    if (!scanner.accept(']') || !scanner.accept(':')) return std::nullopt;
    return scanner.offset();
}

/// Behind a prompt that a person types code after, `>>>` or `In [3]:`.
std::optional<std::uint32_t> code_prompt_end(std::string_view text, std::uint32_t offset) {
    if (text.substr(offset, 3) == ">>>") return offset + 3;
    return numbered_prompt_end(text, offset, "In [");
}

/// Behind `...` or `...:`, which lead further lines of typed code.
std::optional<std::uint32_t> continuation_end(std::string_view text, std::uint32_t offset) {
    if (text.substr(offset, 3) != "...") return std::nullopt;
    const std::uint32_t end = offset + (text.substr(offset, 4) == "...:" ? 4 : 3);
    if (end < text.size() && !is_space(text[end])) return std::nullopt;
    return end;
}

bool is_fence(std::string_view text, std::uint32_t offset) {
    return text.substr(offset, 3) == "```" || text.substr(offset, 3) == "~~~";
}

/// Whether what stands behind a prompt is a line of a tree after all; `inside` tells whether the line before
/// was.
bool is_tree_line(std::string_view text, std::uint32_t content, std::uint32_t line, bool inside) {
    content = skip_blanks(text, content);
    if (starts_child_line(text, content)) return true;
    if (inside && trim(text.substr(content, line_end(text, content) - content)) == ")") return true;
    if (find_opener(text, content) >= text.size()) return false;
    std::uint32_t next = skip_blanks(text, next_filled_line(text, line));
    if (const auto end = continuation_end(text, next)) next = *end;
    return starts_child_line(text, next);
}

/// Blanks prompts, and the code typed behind them.
void blank_prompts(Blanker& blanker) {
    bool typed = false;
    bool tree = false;
    for (std::uint32_t line = 0; line < blanker.text().size(); line = next_line(blanker.text(), line)) {
        const std::string_view text = blanker.text();
        const std::uint32_t begin = skip_blanks(text, line);
        auto prompt_end = code_prompt_end(text, begin);
        if (!prompt_end && typed) prompt_end = continuation_end(text, begin);
        typed = prompt_end.has_value();
        tree = prompt_end && is_tree_line(text, *prompt_end, line, tree);
        if (prompt_end) {
            blanker.blank(begin, tree ? *prompt_end : line_end(text, line));
        } else if (const auto output_end = numbered_prompt_end(text, begin, "Out[")) {
            blanker.blank(begin, *output_end);
        } else if (is_fence(text, begin)) {
            blanker.blank(begin, line_end(text, begin));
        }
    }
}

/// How far the line at `offset` agrees with `prefix`, where any number stands for any other (times, process
/// numbers): the end of the prefix there, or nullopt.
std::optional<std::uint32_t> match_prefix(std::string_view text, std::uint32_t offset,
                                          std::string_view prefix) {
    std::uint32_t i = 0;
    while (i < prefix.size()) {
        // Editors cut blanks off line ends, so an empty line may hold the prefix without its last ones.
        if (offset >= text.size() || is_line_break(text[offset])) {
            return trim(prefix.substr(i)).empty() ? std::optional(offset) : std::nullopt;
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

bool has_child_lines(std::string_view text) {
    for (std::uint32_t line = 0; line < text.size(); line = next_line(text, line)) {
        if (starts_child_line(text, line)) return true;
    }
    return false;
}

/// Whether brackets open and close inside `prefix`: one that does not is part of some value.
bool has_whole_brackets(std::string_view prefix) {
    int depth = 0;
    for (const char c : prefix) {
        if (is_opening(c)) ++depth;
        if (is_closing(c) && --depth < 0) return false;
    }
    return depth == 0;
}

/// What stands before the type on the line that opens the tree, when the next line starts with the same and a
/// child behind it.
std::string_view find_prefix(std::string_view text) {
    for (std::uint32_t line = 0; line < text.size(); line = next_line(text, line)) {
        const std::uint32_t type = find_opener(text, line);
        if (type >= text.size()) continue;
        const std::string_view prefix = text.substr(line, type - line);
        if (trim(prefix).empty() || !has_whole_brackets(prefix)) continue;
        const auto behind = match_prefix(text, next_filled_line(text, line), prefix);
        if (behind && starts_child_line(text, *behind)) return prefix;
    }
    return {};
}

/// Whether there are only comments: a tree that was commented out as a whole.
bool is_all_comments(std::string_view text) {
    for (std::uint32_t line = 0; line < text.size(); line = next_line(text, line)) {
        const std::uint32_t begin = skip_blanks(text, line);
        if (begin < line_end(text, begin) && text[begin] != '#') return false;
    }
    return true;
}

void blank_comment_signs(Blanker& blanker) {
    if (!is_all_comments(blanker.text())) return;
    for (std::uint32_t line = 0; line < blanker.text().size(); line = next_line(blanker.text(), line)) {
        const std::uint32_t begin = skip_blanks(blanker.text(), line);
        if (begin < line_end(blanker.text(), begin)) blanker.blank(begin, begin + 1);
    }
}

void blank_prefix(Blanker& blanker) {
    if (has_child_lines(blanker.text())) return;
    const std::string prefix(find_prefix(blanker.text()));
    if (prefix.empty()) return;
    for (std::uint32_t line = 0; line < blanker.text().size(); line = next_line(blanker.text(), line)) {
        if (const auto end = match_prefix(blanker.text(), line, prefix)) blanker.blank(line, *end);
    }
}

}  // namespace

std::string_view prepare(std::string_view text, std::string& storage) {
    Blanker blanker(text, storage);
    blank_false_spaces(blanker);
    blank_prompts(blanker);
    blank_comment_signs(blanker);
    blank_prefix(blanker);
    return blanker.text();
}

std::uint32_t skip_marker(std::string_view text, std::uint32_t offset) {
    if (const auto end = code_prompt_end(text, offset)) return *end;
    if (const auto end = numbered_prompt_end(text, offset, "Out[")) return *end;
    return is_fence(text, offset) ? offset + 3 : offset;
}

}  // namespace paramscope
