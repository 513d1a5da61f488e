// A cursor over a text, with the few moves every reader of model text needs.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/source.h"
#include "base/characters.h"

namespace paramscope {

/// Walks forward through a text. Offsets are offsets into the text it was given.
class Scanner {
  public:
    explicit Scanner(std::string_view text, std::uint32_t offset = 0) : text_(text), offset_(offset) {}

    std::string_view text() const { return text_; }
    std::uint32_t offset() const { return offset_; }
    void seek(std::uint32_t offset) { offset_ = offset; }

    bool at_end() const { return offset_ >= text_.size(); }
    /// The character `ahead` places further on; `\0` past the end.
    char peek(std::uint32_t ahead = 0) const {
        return offset_ + ahead < text_.size() ? text_[offset_ + ahead] : '\0';
    }
    void advance(std::uint32_t count = 1) { offset_ += count; }

    void skip_blanks() { offset_ = paramscope::skip_blanks(text_, offset_); }
    void skip_space() { offset_ = paramscope::skip_space(text_, offset_); }
    void skip_line() { offset_ = line_end(text_, offset_); }

    /// Steps over `c` when it comes next.
    bool accept(char c);
    /// Steps over `word` when it comes next and ends there.
    bool accept_word(std::string_view word);

    bool at_line_end() const { return at_end() || is_line_break(peek()); }
    bool at_comment() const { return starts_comment(text_, offset_); }

    /// The name that starts here, stepped over; empty when none does.
    std::string_view take_name();
    /// A comment that starts here, stepped over to the end of its line: its text without `#`, trimmed.
    std::string_view take_comment();

    /// What lies between `begin` and here.
    std::string_view since(std::uint32_t begin) const { return text_.substr(begin, offset_ - begin); }
    Span span_since(std::uint32_t begin) const { return {begin, offset_}; }

  private:
    std::string_view text_;
    std::uint32_t offset_;
};

/// The end of the quoted string that starts at `offset` (behind its closing quote); nullopt when it is not
/// closed on its line, so that an apostrophe in prose opens nothing.
std::optional<std::uint32_t> quoted_end(std::string_view text, std::uint32_t offset);

/// The end of what stands at `offset` and cannot be taken apart: a quoted string, an escaped quote or
/// backslash, or the one character. Brackets outside quotes have no escapes: `root=C:\)` closes.
std::uint32_t unit_end(std::string_view text, std::uint32_t offset);

/// Whether a quote outside words stands in `text` without its partner on the same line. What such a quote
/// encloses depends on the rest of its line, so the text must keep its line breaks.
bool has_loose_quote(std::string_view text);

/// Where the parenthesis at `opening` closes, or `limit`. Inside, a closing bracket of any kind closes any
/// opening one, as in the interval `[0, 1)`; the parenthesis itself is closed by `)` only.
std::uint32_t find_closing(std::string_view text, std::uint32_t opening, std::uint32_t limit);

}  // namespace paramscope
