// Sizes of tensors as a Keras config tells them.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "open/support/json.h"

namespace paramscope::open::keras {

/// A size that is not known: the config says None, or what no size can be.
inline constexpr std::int64_t kAny = -1;
inline constexpr std::int64_t kLargestSize = std::int64_t{1} << 40;

/// Sizes in Keras's order, the batch first; none where not even their number is known. A few numbers in
/// place.
class Sizes {
  public:
    static constexpr std::size_t kMost = 10;

    Sizes() = default;
    Sizes(std::initializer_list<std::int64_t> sizes);
    Sizes(std::size_t count, std::int64_t size);

    std::size_t size() const { return count_; }
    bool empty() const { return count_ == 0; }
    std::int64_t& operator[](std::size_t i) { return sizes_[i]; }
    std::int64_t operator[](std::size_t i) const { return sizes_[i]; }
    std::int64_t& back() { return sizes_[count_ - 1]; }
    std::int64_t back() const { return sizes_[count_ - 1]; }
    const std::int64_t* begin() const { return sizes_.data(); }
    const std::int64_t* end() const { return sizes_.data() + count_; }

    /// Makes room before the place `at`; beyond the most there may be, the last one goes.
    void insert(std::size_t at, std::int64_t size);
    void push_back(std::int64_t size) { insert(count_, size); }
    void erase(std::size_t at);
    /// The last one moves behind the batch, as PyTorch has the channels of a map.
    void move_last_to_front();

    /// From the place `first` on.
    Sizes from(std::size_t first) const;
    /// Every one is a number above 0.
    bool are_known() const;
    bool contains(std::int64_t size) const;
    bool has_above(std::int64_t size) const;
    /// All of them multiplied.
    std::int64_t product() const;

  private:
    std::array<std::int64_t, kMost> sizes_ = {};
    std::size_t count_ = 0;
};

/// What a list says, or one number `count` times; none of anything else, nor of another number of them.
Sizes sizes_in(const JsonValue& value, std::size_t count = 0);

/// kAny for what no size can be; products and sums of kAny are kAny.
std::int64_t bounded(std::int64_t size);
std::int64_t times(std::int64_t a, std::int64_t b);
std::int64_t plus(std::int64_t a, std::int64_t b);

/// "(3, 3)", "(3,)"; and "3, 3".
std::string tuple(const Sizes& sizes);
std::string list(const Sizes& sizes);

/// `pattern` with each `#` replaced by the next number.
std::string fill(std::string_view pattern, const Sizes& numbers);

}  // namespace paramscope::open::keras
