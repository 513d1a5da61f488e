// The last parts of tensors' names. Of all tensors nearly all have one of a few: `weight`, `bias`.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "base/ranges.h"

namespace paramscope::open {

/// The part behind the last dot or slash: "weight" of "fc.weight".
inline std::string_view last_part(std::string_view name) {
    std::size_t begin = name.size();
    while (begin > 0 && name[begin - 1] != '.' && name[begin - 1] != '/') --begin;
    return name.substr(begin);
}

/// A test of last parts that nearly all fail. Remembers the first few that failed; the texts must outlive it.
class LastPartTest {
  public:
    explicit LastPartTest(bool (*passes)(std::string_view part)) : passes_(passes) {}

    bool operator()(std::string_view part) {
        if (contains(failed_, part)) return false;
        const bool passes = passes_(part);
        if (!passes && failed_.size() < kRemembered) failed_.push_back(part);
        return passes;
    }

  private:
    static constexpr std::size_t kRemembered = 8;

    bool (*passes_)(std::string_view part);
    std::vector<std::string_view> failed_;
};

}  // namespace paramscope::open
