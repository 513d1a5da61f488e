// Splits lines of Python into tokens, also where statements follow one another without a line break.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "open/python/texts/code_lines.h"

namespace paramscope::open::python::texts {

/// A word, a number, a string or one sign.
struct Token {
    enum class Kind { Name, Number, String, Sign, End };
    Kind kind = Kind::End;
    std::uint32_t begin = 0;
    std::string_view text;

    bool is(std::string_view word) const { return text == word; }
};

/// The tokens of a line.
class Tokens {
  public:
    Tokens(std::string_view text, Span line, const std::vector<Literal>& literals);

    /// The next one; of the kind End behind the last. A comment is the sign `#`.
    Token next();

    /// Goes back to the place of a token that was taken.
    void go_to(std::uint32_t place) { at_ = place; }

  private:
    Token take(Token::Kind kind, std::uint32_t end);
    std::uint32_t number_end() const;

    std::string_view text_;
    std::uint32_t at_, end_;
    const std::vector<Literal>& literals_;
    std::vector<Literal>::const_iterator literal_;
};

}  // namespace paramscope::open::python::texts
