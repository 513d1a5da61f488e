// Two reports side by side: which module of one answers to which of the other, and how they differ.
#pragma once

#include <cstdint>
#include <vector>

#include "count/report/explain.h"

namespace paramscope {

inline constexpr std::uint32_t kNoNode = UINT32_MAX;

/// One line of a comparison: a module of either report, or of both.
struct ComparedRow {
    std::uint32_t left = kNoNode;
    std::uint32_t right = kNoNode;
    std::uint32_t depth = 0;
    std::uint32_t end = 0;  ///< index behind the row's last descendant
    bool differs = false;   ///< in a number, in the type, or in being there at all
};

/// The two trees as one, in the left one's order; what only the right one has follows its neighbours there.
/// Children of matched modules are matched by name, then by type; those of lists in order, by type.
std::vector<ComparedRow> align(const Report& left, const Report& right);

/// right / left of a number, 0 where either is not known or the left is nothing.
double ratio(const Quantity& left, const Quantity& right);

}  // namespace paramscope
