// A cursor over a text, shared by the readers of model text.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/characters.h"
#include "base/source.h"

namespace paramscope {

/// Moves forward through a text. To take something is to return it and move to its end.
class Scanner {
  public:
    explicit Scanner(std::string_view text, std::uint32_t offset = 0) : text_(text), offset_(offset) {}

    std::string_view text() const { return text_; }
    std::uint32_t offset() const { return offset_; }
    void seek(std::uint32_t offset) { offset_ = offset; }

    bool at_end() const { return offset_ >= text_.size(); }
    /// The character `ahead` bytes further on; `\0` past the end.
    char peek(std::uint32_t ahead = 0) const {
        return offset_ + ahead < text_.size() ? text_[offset_ + ahead] : '\0';
    }
    void advance(std::uint32_t count = 1) { offset_ += count; }

    void skip_blanks() { offset_ = paramscope::skip_blanks(text_, offset_); }
    void skip_space() { offset_ = paramscope::skip_space(text_, offset_); }
    void skip_line() { offset_ = line_end(text_, offset_); }

    /// Takes `c` when it is next.
    bool accept(char c);
    /// Takes `word` when it is next and no further letter or digit follows.
    bool accept_word(std::string_view word);

    bool at_line_end() const { return at_end() || is_line_break(peek()); }
    bool at_comment() const { return starts_comment(text_, offset_); }

    /// Takes the name that starts here; "" when there is none.
    std::string_view take_name();
    /// Takes `name =` (not `==`): the name's span, or nullopt with nothing taken.
    std::optional<Span> take_assigned_name();
    /// Takes the comment that starts here, up to the end of its line: its text without `#`, trimmed.
    std::string_view take_comment();

    /// The text from `begin` to here.
    std::string_view since(std::uint32_t begin) const { return text_.substr(begin, offset_ - begin); }
    Span span_since(std::uint32_t begin) const { return {begin, offset_}; }

  private:
    std::string_view text_;
    std::uint32_t offset_;
};

/// The end of the quoted string at `offset`, after its closing quote; nullopt when it is not closed on its
/// line, such as an apostrophe in prose.
std::optional<std::uint32_t> quoted_end(std::string_view text, std::uint32_t offset);

/// The end of the smallest unit at `offset`: a quoted string, an escaped quote or backslash, or one
/// character. Brackets outside quotes have no escapes: the `)` of `root=C:\)` closes.
std::uint32_t unit_end(std::string_view text, std::uint32_t offset);

/// True when `text` has a quote, not inside a word, without its partner on the same line. What such a quote
/// encloses depends on the rest of its line, so the text must keep its line breaks.
bool has_unpaired_quote(std::string_view text);

/// The offset of the `)` that closes the parenthesis at `opening`; `limit` when none does. Inside, a closing
/// bracket of any kind closes any opening one, as in the interval `[0, 1)`.
std::uint32_t find_closing(std::string_view text, std::uint32_t opening, std::uint32_t limit);

}  // namespace paramscope
