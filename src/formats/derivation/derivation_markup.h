// The markup of a derivation: Markdown, or LaTeX to be included in a document.
#pragma once

#include <string>
#include <string_view>

#include "algebra/print.h"

namespace paramscope {

class DerivationMarkup {
  public:
    explicit DerivationMarkup(bool latex) : latex_(latex) {}

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
    /// A number as a side of an equation.
    std::string number(Integer value) const;
    /// The sign between factors.
    std::string_view times() const { return latex_ ? " \\times " : " × "; }
    Notation notation() const { return latex_ ? Notation::Latex : Notation::Unicode; }

    /// All that was written.
    std::string finished();

  private:
    void end_list();

    bool latex_;
    bool in_list_ = false;
    std::string text_;
};

}  // namespace paramscope
