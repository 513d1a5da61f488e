#include "model/mask.h"

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

/// A text whose ranges can be replaced by spaces; copied before the first change.
class MaskedText {
  public:
    MaskedText(std::string_view text, std::string& storage) : text_(text), storage_(storage) {}

    std::string_view text() const { return text_; }

    void mask(std::uint32_t begin, std::uint32_t end) {
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

/// The length of a terminal's escape sequence at `offset`, e.g. `ESC [ 1 ; 32 m`.
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

bool may_start_unicode_space(char c) {
    return c == '\x1B' || c == '\xC2' || c == '\xE2' || c == '\xE3' || c == '\xEF';
}

/// Masks Unicode spaces, in comments too: which `#` starts a comment is known only when the tree is read.
void mask_unicode_spaces(MaskedText& masked) {
    for (std::uint32_t i = 0; i < masked.text().size(); ++i) {
        if (!may_start_unicode_space(masked.text()[i])) continue;
        const std::uint32_t count = unicode_space_length(masked.text(), i);
        masked.mask(i, i + count);
        i += std::max(count, 1u) - 1;
    }
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

/// The end of `prefix` on the line at `offset`; nullopt when the line has another prefix. Numbers (times,
/// process numbers) may differ.
std::optional<std::uint32_t> match_prefix(std::string_view text, std::uint32_t offset,
                                          std::string_view prefix) {
    std::uint32_t i = 0;
    while (i < prefix.size()) {
        // Editors remove trailing blanks, so an empty line may have the prefix without its last ones.
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

/// True when each line is a comment: a tree that was commented out.
bool is_all_comments(std::string_view text) {
    for (std::uint32_t line = 0; line < text.size(); line = next_line(text, line)) {
        const std::uint32_t begin = skip_blanks(text, line);
        if (begin < line_end(text, begin) && text[begin] != '#') return false;
    }
    return true;
}

void mask_comment_signs(MaskedText& masked) {
    if (!is_all_comments(masked.text())) return;
    for (std::uint32_t line = 0; line < masked.text().size(); line = next_line(masked.text(), line)) {
        const std::uint32_t begin = skip_blanks(masked.text(), line);
        if (begin < line_end(masked.text(), begin)) masked.mask(begin, begin + 1);
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

std::string_view mask_surroundings(std::string_view text, std::string& storage) {
    MaskedText masked(text, storage);
    mask_unicode_spaces(masked);
    mask_prompts(masked);
    mask_comment_signs(masked);
    mask_prefix(masked);
    return masked.text();
}

std::uint32_t skip_prompt(std::string_view text, std::uint32_t offset) {
    if (const auto end = code_prompt_end(text, offset)) return *end;
    if (const auto end = numbered_prompt_end(text, offset, "Out[")) return *end;
    return is_fence(text, offset) ? offset + 3 : offset;
}

}  // namespace paramscope
