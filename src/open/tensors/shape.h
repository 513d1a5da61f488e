// The sizes of a tensor's dimensions.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <vector>

#include "base/small_list.h"

namespace paramscope::open {

/// A list of sizes. Few, as almost all tensors have, take no memory of their own.
class Shape {
  public:
    Shape() = default;
    Shape(std::initializer_list<std::uint64_t> sizes) : sizes_(sizes) {}
    Shape(const std::vector<std::uint64_t>& sizes) : Shape(std::span(sizes)) {}
    explicit Shape(std::span<const std::uint64_t> sizes) : sizes_(sizes.begin(), sizes.end()) {}

    std::span<const std::uint64_t> sizes() const { return {begin(), end()}; }
    std::size_t size() const { return sizes_.size(); }
    bool empty() const { return sizes_.empty(); }
    const std::uint64_t* begin() const { return sizes_.begin(); }
    const std::uint64_t* end() const { return sizes_.end(); }
    std::uint64_t* begin() { return sizes_.begin(); }
    std::uint64_t* end() { return sizes_.end(); }
    std::uint64_t operator[](std::size_t dimension) const { return sizes_[dimension]; }
    std::uint64_t front() const { return *begin(); }
    std::uint64_t back() const { return end()[-1]; }
    void push_back(std::uint64_t size) { sizes_.push_back(size); }
    void clear() { sizes_.clear(); }

    friend bool operator==(const Shape&, const Shape&) = default;
    friend bool operator<(const Shape& a, const Shape& b) {
        return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
    }

  private:
    SmallList<std::uint64_t, 4> sizes_;
};

/// Elements of a tensor of this shape; nullopt beyond 2^63 - 1.
std::optional<std::uint64_t> element_count(std::span<const std::uint64_t> shape);

}  // namespace paramscope::open
