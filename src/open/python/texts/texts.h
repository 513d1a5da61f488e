// Finds the source code in a text that was copied from somewhere: a notebook, a session, a mail, an article.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "open/python/texts/unwrapped.h"

namespace paramscope::open::python::texts {

/// The source code of a text, with the places of its parts in that text.
class FoundCode {
  public:
    explicit FoundCode(std::string_view text) : text_(text) {}

    const std::string& text() const { return text_; }
    /// What was removed or restored that a person should know; places are those of the text as it was given.
    const Diagnostics& diagnostics() const { return diagnostics_; }
    /// Of the totals, for what the text lacks.
    Basis basis() const { return basis_; }
    /// True where anything was removed.
    bool is_changed() const { return !steps_.empty(); }
    /// The place in the text as it was given.
    Span place_in_source(Span span) const;

    /// Takes what remains of text().
    void take(Unwrapped rest);

  private:
    std::string text_;
    std::vector<Unwrapped> steps_;  ///< without their texts
    Diagnostics diagnostics_;
    Basis basis_ = Basis::Exact;
};

/// The code that lies behind marks on each line: prompts, numbers, quotations; and that of two versions.
FoundCode without_marks(std::string_view text);

/// The code to evaluate: also without prose, tables and commands around it, with what was lost restored.
FoundCode find_code(std::string_view text);

}  // namespace paramscope::open::python::texts
