// Literals of Python, JSON and YAML's lists, as JSON.
#pragma once

#include <string>
#include <string_view>

namespace paramscope::open {

/// A number, a constant, or what has no literal, <class 'torch.bfloat16'> or torch.bfloat16, as a text.
std::string literal_as_json(std::string_view words);

/// Writes a literal as JSON: quotes of both kinds, True and None, tuples, arguments of a call, and words as
/// texts.
class LiteralReader {
  public:
    LiteralReader(std::string_view text, std::size_t at = 0) : text_(text), at_(at) {}

    /// The object that begins at the place: {…}, or Name(key=value, …). "" where there is none.
    std::string read_object();
    /// The value that begins at the place: an object, a list, a text, a number or a word. "" where there is
    /// none.
    std::string read_value();
    /// The end of what was read.
    std::size_t end() const { return at_; }

  private:
    char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    void skip_blanks();
    bool take(char c);
    bool append(char c);
    void append_escaped(char escaped);
    bool value();
    bool braces();
    bool arguments();
    bool call();
    bool quoted_key();
    bool named_key();
    bool quoted();
    bool word();
    template <class Read>
    bool items(char open, char close, Read read);
    template <class Read>
    bool inside(char open, char close, Read read);

    std::string_view text_;
    std::size_t at_;
    unsigned depth_ = 0;
    std::string json_;
};

}  // namespace paramscope::open
