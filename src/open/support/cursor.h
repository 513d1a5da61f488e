// Reads numbers and texts from a file in order, through a buffer, so that many small reads cost little.
#pragma once

#include <concepts>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "open/support/bytes.h"

namespace paramscope::open {

/// A position in a file, moving forward up to `end`. Reads past the end give zeros and set `failed` for good,
/// so callers may check once after several reads.
class Cursor {
  public:
    Cursor(ByteSource& file, std::uint64_t offset, std::uint64_t end);
    explicit Cursor(ByteSource& file) : Cursor(file, 0, file.size()) {}

    std::uint64_t offset() const { return begin_ + at_; }
    std::uint64_t remaining() const { return end_ - offset(); }
    bool failed() const { return failed_; }

    /// Whether numbers have their highest byte first; lowest byte first by default.
    void set_big_endian(bool is_big_endian) { is_big_endian_ = is_big_endian; }

    /// The next byte, '\0' at the end; `take` also moves past it.
    char peek() { return at_ < window_.size() || fill() ? window_[at_] : '\0'; }
    char take() {
        if (at_ >= window_.size() && !fill()) {
            failed_ = true;
            return '\0';
        }
        return window_[at_++];
    }

    /// The next number, in the byte order that was set.
    template <std::unsigned_integral Number>
    Number number() {
        char bytes[sizeof(Number)];
        if (window_.size() - at_ >= sizeof(Number)) {
            std::memcpy(bytes, window_.data() + at_, sizeof(Number));
            at_ += sizeof(Number);
        } else {
            for (char& byte : bytes) byte = take();
        }
        Number value = 0;
        for (unsigned i = 0; i < sizeof(Number); ++i) {
            const auto byte = static_cast<Number>(static_cast<unsigned char>(bytes[i]));
            const unsigned place = is_big_endian_ ? static_cast<unsigned>(sizeof(Number)) - 1 - i : i;
            value = static_cast<Number>(value | static_cast<Number>(byte << (8 * place)));
        }
        return value;
    }

    /// The next bytes as far as they are in memory, until more is read.
    std::string_view window() const { return std::string_view(window_).substr(at_); }
    /// The next `length` bytes; "" when fewer remain.
    std::string text(std::uint64_t length);
    void skip(std::uint64_t length);
    void seek(std::uint64_t offset);

  private:
    bool fill();

    ByteSource& file_;
    std::uint64_t begin_;  ///< where the window begins in the file
    std::uint64_t end_;
    std::size_t at_ = 0;  ///< position in the window
    std::string window_;
    std::size_t last_window_ = 0;  ///< bytes of the window before, 0 after a long jump
    bool failed_ = false;
    bool is_big_endian_ = false;
};

}  // namespace paramscope::open
