// What can be taken back: the documents before each step, and those after. No drawing here.
#pragma once

#include <deque>
#include <string>
#include <string_view>

#include "app/document/document.h"

namespace paramscope::app {

class History {
  public:
    static constexpr std::size_t kMostSteps = 200;
    static constexpr std::size_t kMostBytes = 16u
                                              << 20;  ///< of texts; the last step is kept whatever its size

    /// Call it before a change of `subject` ("text", a hyper-parameter's name). Changes of one subject in a
    /// row are one step, until settle().
    void before(const Document& present, std::string_view subject);

    /// The person has paused, or let go of a slider: the next change is a step of its own.
    void settle() { subject_.clear(); }

    bool can_undo() const { return !past_.empty(); }
    bool can_redo() const { return !future_.empty(); }

    /// Exchanges the present document for the one before, or after; false when there is none.
    bool undo(Document& present) { return step(past_, future_, present); }
    bool redo(Document& present) { return step(future_, past_, present); }

  private:
    bool step(std::deque<Document>& from, std::deque<Document>& to, Document& present);
    void forget_oldest();

    std::deque<Document> past_;
    std::deque<Document> future_;
    std::string subject_;  ///< of the step that is going on; empty: none is
};

}  // namespace paramscope::app
