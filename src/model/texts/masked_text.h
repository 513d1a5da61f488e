// Replaces parts of a text in place, so that offsets do not change.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace paramscope {

/// A text whose ranges can be replaced by spaces; copied before the first change.
class MaskedText {
  public:
    MaskedText(std::string_view text, std::string& storage) : text_(text), storage_(storage) {}

    std::string_view text() const { return text_; }

    void mask(std::uint32_t begin, std::uint32_t end) {
        if (begin >= end) return;
        if (!copied_) {
            storage_.assign(text_);
            text_ = storage_;
            copied_ = true;
        }
        std::fill(storage_.data() + begin, storage_.data() + end, ' ');
    }

    /// Replaces the bytes from `begin` to `end` by `text`, which is not longer, and spaces.
    void replace(std::uint32_t begin, std::uint32_t end, std::string_view text) {
        mask(begin, end);
        std::copy(text.begin(), text.end(), storage_.data() + begin);
    }

    /// Takes a text of the same length in place of this one.
    void assign(std::string text) {
        storage_ = std::move(text);
        text_ = storage_;
        copied_ = true;
    }

  private:
    std::string_view text_;
    std::string& storage_;
    bool copied_ = false;
};

}  // namespace paramscope
