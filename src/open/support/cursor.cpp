#include "open/support/cursor.h"

#include <algorithm>

namespace paramscope::open {
namespace {

/// The window starts small, for headers of a few tensors, and doubles at each refill. It is small again after
/// a jump that is longer than what would be read instead.
constexpr std::size_t kSmallestWindow = 1u << 12;
constexpr std::size_t kLargestWindow = 1u << 16;

}  // namespace

Cursor::Cursor(ByteSource& file, std::uint64_t offset, std::uint64_t end)
    : file_(file), begin_(offset), end_(std::max(offset, std::min(end, file.size()))) {}

bool Cursor::fill() {
    const std::uint64_t from = offset();
    const std::size_t window = std::clamp(last_window_ * 2, kSmallestWindow, kLargestWindow);
    const auto length = static_cast<std::size_t>(std::min<std::uint64_t>(window, end_ - from));
    begin_ = from;
    at_ = 0;
    last_window_ = length;
    window_.resize(length);
    if (length > 0 && file_.read(from, std::span<char>(window_))) return true;
    window_.clear();
    return false;
}

std::string Cursor::text(std::uint64_t length) {
    if (length > remaining()) {
        failed_ = true;
        return {};
    }
    std::string result;
    result.reserve(static_cast<std::size_t>(length));
    while (result.size() < length && (at_ < window_.size() || fill())) {
        const auto wanted = static_cast<std::size_t>(length) - result.size();
        const std::size_t taken = std::min(wanted, window_.size() - at_);
        result.append(window_, at_, taken);
        at_ += taken;
    }
    failed_ = failed_ || result.size() < length;
    return result;
}

void Cursor::skip(std::uint64_t length) {
    if (length <= window_.size() - at_) {
        at_ += static_cast<std::size_t>(length);
    } else if (length <= remaining()) {
        seek(offset() + length);
    } else {
        failed_ = true;
    }
}

void Cursor::seek(std::uint64_t offset) {
    failed_ = failed_ || offset > end_;
    offset = std::min(offset, end_);
    if (offset >= begin_ && offset - begin_ <= window_.size()) {
        at_ = static_cast<std::size_t>(offset - begin_);
        return;
    }
    const bool is_near = offset > begin_ && offset - begin_ <= 2 * last_window_;
    if (!is_near) last_window_ = 0;
    begin_ = offset;
    at_ = 0;
    window_.clear();
}

}  // namespace paramscope::open
