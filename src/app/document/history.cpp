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

bool History::step(std::deque<Document>& from, std::deque<Document>& to, Document& present) {
    if (from.empty()) return false;
    to.push_back(std::exchange(present, std::move(from.back())));
    from.pop_back();
    settle();
    return true;
}

void History::forget_oldest() {
    std::size_t bytes = 0;
    for (const Document& document : past_) bytes += document.text.size();
    while (past_.size() > 1 && (past_.size() > kMostSteps || bytes > kMostBytes)) {
        bytes -= past_.front().text.size();
        past_.pop_front();
    }
}

}  // namespace paramscope::app
