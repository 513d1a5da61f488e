// Shapes of tensors in Keras configs, and arithmetic on sizes that may be unknown.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "open/support/json.h"

namespace paramscope::open::keras {

/// An unknown size: null in the config, or a value that no size can have.
inline constexpr std::int64_t kUnknownSize = -1;
inline constexpr std::int64_t kLargestSize = std::int64_t{1} << 40;

/// A shape in Keras's order, the batch first; empty when not even the rank is known. Holds at most kMost
/// sizes.
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

    /// Inserts before index `at`; drops the last size when there are kMost.
    void insert(std::size_t at, std::int64_t size);
    void push_back(std::int64_t size) { insert(count_, size); }
    void erase(std::size_t at);
    /// Moves the last size to index 1, where PyTorch has the channels of a map.
    void move_channels_first();

    /// The sizes from index `first` on.
    Sizes from(std::size_t first) const;
    /// True when there are sizes and all are above 0.
    bool are_known() const;
    bool contains(std::int64_t size) const;
    bool any_above(std::int64_t size) const;
    /// kUnknownSize when one is unknown.
    std::int64_t product() const;

  private:
    std::array<std::int64_t, kMost> sizes_ = {};
    std::size_t count_ = 0;
};

/// Expands an int or list to `count` sizes; empty on mismatch. With `count` 0 a list may have any length up
/// to 8.
Sizes read_sizes(const JsonValue& value, std::size_t count = 0);

/// `size`, kUnknownSize when it is negative or above kLargestSize. Products and sums with kUnknownSize are
/// kUnknownSize.
std::int64_t bounded(std::int64_t size);
std::int64_t times(std::int64_t a, std::int64_t b);
std::int64_t plus(std::int64_t a, std::int64_t b);

/// "(3, 3)" or "(3,)", and "3, 3".
std::string tuple_text(const Sizes& sizes);
std::string list_text(const Sizes& sizes);

/// `pattern` with each `#` replaced by the next of `numbers`.
std::string fill_numbers(std::string_view pattern, const Sizes& numbers);

}  // namespace paramscope::open::keras
