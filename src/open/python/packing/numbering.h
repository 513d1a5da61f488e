// Gives numbers to things, small ones to what is frequent.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <vector>

#include "base/ranges.h"
#include "open/python/syntax/packed_tree.h"

namespace paramscope::open::python {

template <class Thing>
class Numbering {
  public:
    void count(const Thing& thing) { ++counts_[thing]; }

    /// Gives the numbers of one byte to what was counted most often. The others are in order: that
    /// compresses.
    void settle() {
        for (const auto& each : counts_) things_.push_back(each.first);
        stable_sort(things_, [&](const Thing& a, const Thing& b) { return counts_[a] > counts_[b]; });
        if (things_.size() > kOneByteNumbers) std::sort(things_.begin() + kOneByteNumbers, things_.end());
        for (const Thing& each : things_) numbers_.emplace(each, numbers_.size());
    }

    /// By their numbers.
    const std::vector<Thing>& things() const { return things_; }
    std::size_t number(const Thing& thing) const { return numbers_.at(thing); }

  private:
    std::map<Thing, std::size_t> counts_, numbers_;
    std::vector<Thing> things_;
};

}  // namespace paramscope::open::python
