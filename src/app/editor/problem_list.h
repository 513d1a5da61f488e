// What is wrong with the text, in the words and at the places that the editor shows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/words/words.h"
#include "base/diagnostic.h"
#include "formats/support/quick_fix.h"

namespace paramscope::app {

class Workspace;

/// A diagnostic as it is shown.
struct Problem {
    Severity severity = Severity::Note;
    std::string message;
    std::string place;       ///< "line 3, column 7", or the path of a module
    Span span;               ///< in the document's text
    std::uint32_t line = 0;  ///< from 1; 0 without a place
    std::optional<QuickFix> fix;
};

/// The problems of a workspace, errors first; at most kProblemsShown of them.
class ProblemList {
  public:
    static constexpr std::size_t kProblemsShown = 40;

    /// Takes the problems that are new; true when there may be others than before.
    bool follow(const Workspace& workspace);
    const std::vector<Problem>& shown() const { return shown_; }
    /// The number of all problems of a severity.
    std::size_t count(Severity severity) const { return counts_[static_cast<std::size_t>(severity)]; }
    std::size_t count() const { return counts_[0] + counts_[1] + counts_[2]; }

  private:
    /// What a list was made of.
    struct Source {
        std::uint64_t document = 0, answer = 0;
        std::size_t count = 0;
        Language language = Language::English;

        friend bool operator==(const Source&, const Source&) = default;
    };

    std::vector<Problem> shown_;
    std::size_t counts_[3] = {};
    Source source_;
};

}  // namespace paramscope::app
