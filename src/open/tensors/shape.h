// The sizes of a tensor's dimensions.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <vector>

namespace paramscope::open {

/// A list of sizes. Few, as almost all tensors have, take no memory of their own.
class Shape {
  public:
    Shape() = default;
    Shape(std::initializer_list<std::uint64_t> sizes) : Shape(std::span(sizes.begin(), sizes.size())) {}
    Shape(const std::vector<std::uint64_t>& sizes) : Shape(std::span(sizes)) {}
    explicit Shape(std::span<const std::uint64_t> sizes) : size_(sizes.size()) {
        if (size_ > few_.size()) {
            many_.assign(sizes.begin(), sizes.end());
        } else {
            std::copy(sizes.begin(), sizes.end(), few_.begin());
        }
    }

    std::span<const std::uint64_t> sizes() const { return {begin(), end()}; }
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    const std::uint64_t* begin() const { return size_ > few_.size() ? many_.data() : few_.data(); }
    const std::uint64_t* end() const { return begin() + size_; }
    std::uint64_t* begin() { return size_ > few_.size() ? many_.data() : few_.data(); }
    std::uint64_t* end() { return begin() + size_; }
    std::uint64_t operator[](std::size_t dimension) const { return begin()[dimension]; }
    std::uint64_t front() const { return *begin(); }
    std::uint64_t back() const { return end()[-1]; }

    friend bool operator==(const Shape& a, const Shape& b) {
        return std::equal(a.begin(), a.end(), b.begin(), b.end());
    }
    friend bool operator<(const Shape& a, const Shape& b) {
        return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
    }

  private:
    std::size_t size_ = 0;
    std::array<std::uint64_t, 4> few_{};
    std::vector<std::uint64_t> many_;  ///< all sizes, where there are more than few
};

/// Elements of a tensor of this shape; nullopt beyond 2^63 - 1.
std::optional<std::uint64_t> element_count(std::span<const std::uint64_t> shape);

}  // namespace paramscope::open
