// The markup of a derivation: Markdown, or LaTeX and HTML to be included in a document.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/print.h"

namespace paramscope {

enum class Markup : std::uint8_t { Markdown, Latex, Html };

class DerivationMarkup {
  public:
    explicit DerivationMarkup(Markup markup) : markup_(markup) {}

    void heading(int level, std::string_view words);
    void paragraph(std::string_view words);
    /// One line of a list; lists begin and end by themselves.
    void item(std::string_view words);

    /// Text of the input, safe in the markup.
    std::string plain(std::string_view words) const;
    /// The same, as code.
    std::string code(std::string_view words) const;
    std::string strong(std::string_view words) const;
    /// Formulas and numbers one after the other with equals signs; repetitions and what is empty are left
    /// out.
    std::string equation(std::initializer_list<std::string_view> sides) const;
    /// A number as a side of an equation, and one that is not whole.
    std::string number(Integer value) const;
    std::string number(const Rational& value) const;
    /// Sizes as a side of an equation: `(1, 128)`.
    std::string tuple(const std::vector<std::string>& sizes) const;
    /// The signs between factors and summands.
    std::string_view times() const;
    std::string_view plus() const;
    Notation notation() const;

    /// All that was written.
    std::string finished();

  private:
    void end_list();

    Markup markup_;
    bool in_list_ = false;
    std::string text_;
};

}  // namespace paramscope
