// Numbers and texts one after the other out of a file, through a window so that small ones cost little.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

#include "open/support/bytes.h"

namespace paramscope::open {

/// Reads forward from an offset up to `end`. What lies behind the end reads as zero and sets `failed`, once
/// and for all: a reader may check after it has read several things.
class Cursor {
  public:
    Cursor(ByteSource& file, std::uint64_t offset, std::uint64_t end);
    explicit Cursor(ByteSource& file) : Cursor(file, 0, file.size()) {}

    std::uint64_t offset() const { return begin_ + at_; }
    std::uint64_t left() const { return end_ - offset(); }
    bool failed() const { return failed_; }

    /// Numbers have their highest byte first from now on.
    void set_big_endian(bool is_big_endian) { is_big_endian_ = is_big_endian; }

    /// The next byte, '\0' behind the end; `take` steps over it.
    char peek() { return at_ < window_.size() || fill() ? window_[at_] : '\0'; }
    char take() {
        if (at_ >= window_.size() && !fill()) {
            failed_ = true;
            return '\0';
        }
        return window_[at_++];
    }

    template <std::unsigned_integral Number>
    Number number() {
        Number value = 0;
        for (unsigned i = 0; i < sizeof(Number); ++i) {
            const auto byte = static_cast<Number>(static_cast<unsigned char>(take()));
            const unsigned place = is_big_endian_ ? static_cast<unsigned>(sizeof(Number)) - 1 - i : i;
            value = static_cast<Number>(value | static_cast<Number>(byte << (8 * place)));
        }
        return value;
    }

    /// The next `length` bytes; "" when there are fewer.
    std::string text(std::uint64_t length);
    void skip(std::uint64_t length);
    void seek(std::uint64_t offset);

  private:
    bool fill();

    ByteSource& file_;
    std::uint64_t begin_;  ///< of the window in the file
    std::uint64_t end_;
    std::size_t at_ = 0;  ///< in the window
    std::string window_;
    bool failed_ = false;
    bool is_big_endian_ = false;
};

}  // namespace paramscope::open
