// Keeps the undo history: the documents before each step, and the undone ones. Independent of ImGui.
#pragma once

#include <deque>
#include <string>
#include <string_view>

#include "app/document/document.h"

namespace paramscope::app {

class History {
  public:
    static constexpr std::size_t kMostSteps = 200;
    static constexpr std::size_t kMostBytes = 16u << 20;  ///< of texts, without the last one

    /// Records the document before a change of `subject` ("text", a hyper-parameter's name). Successive
    /// changes of one subject form one step, until settle().
    void before(const Document& present, std::string_view subject);

    /// Ends a step, after a pause or when a slider is released.
    void settle() { subject_.clear(); }

    bool can_undo() const { return !past_.empty(); }
    bool can_redo() const { return !future_.empty(); }

    /// Exchanges the current document for the previous or next one; false when there is none.
    bool undo(Document& present) { return step(past_, future_, present); }
    bool redo(Document& present) { return step(future_, past_, present); }

  private:
    bool step(std::deque<Document>& from, std::deque<Document>& to, Document& present);
    void forget_oldest();
    std::size_t own_bytes(std::size_t step) const;

    std::deque<Document> past_;
    std::deque<Document> future_;
    std::string subject_;  ///< subject of the current step; empty: none
};

}  // namespace paramscope::app
