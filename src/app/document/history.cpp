#include "app/document/history.h"

#include <utility>

namespace paramscope::app {

void History::before(const Document& present, std::string_view subject) {
    const bool goes_on = !past_.empty() && !subject.empty() && subject_ == subject;
    future_.clear();
    if (goes_on) return;
    subject_ = subject;
    past_.push_back(present);
    forget_oldest();
}

/// The bytes of a step's text; 0 for the last step, and where the next one has the same text.
std::size_t History::own_bytes(std::size_t step) const {
    const SharedText& text = past_[step].text;
    const bool is_shared = step + 1 == past_.size() || past_[step + 1].text.is_same_object(text);
    return is_shared ? 0 : text->size();
}

bool History::step(std::deque<Document>& from, std::deque<Document>& to, Document& present) {
    if (from.empty()) return false;
    to.push_back(std::exchange(present, std::move(from.back())));
    from.pop_back();
    settle();
    return true;
}

void History::forget_oldest() {
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < past_.size(); ++i) bytes += own_bytes(i);
    while (past_.size() > 1 && (past_.size() > kMostSteps || bytes > kMostBytes)) {
        bytes -= own_bytes(0);
        past_.pop_front();
    }
}

}  // namespace paramscope::app
