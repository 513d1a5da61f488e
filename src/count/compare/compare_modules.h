// Compares two reports module by module: pairs the modules that correspond and lists their differences.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "count/report/report.h"

namespace paramscope {

/// The index of a module that one side does not have.
inline constexpr std::uint32_t kNoNode = UINT32_MAX;

/// A module of either report, or corresponding modules of both.
struct ModulePair {
    std::uint32_t left = kNoNode;   ///< index in the left report's nodes
    std::uint32_t right = kNoNode;  ///< index in the right report's nodes
    std::uint32_t depth = 0;        ///< below the two roots
    std::uint32_t end = 0;          ///< index behind the last descendant among the pairs
    bool differs = false;           ///< in type, repeat, parameters or FLOPs, or because one side is missing
    /// What the right one counts more, with all below, only because ties are open: no difference.
    Integer open_parameters = 0;
};

/// Merges two trees into one in print order: the left one's order, with modules of the right only after their
/// neighbours there. Children of paired modules are paired by name, then by type; children of lists in order,
/// by type, or by role where no type is in both: a dense block and one with experts have children of the same
/// names. Compares the subtrees of `left_root` and `right_root`; a report without nodes has none.
std::vector<ModulePair> compare_modules(const Report& left, const Report& right, std::uint32_t left_root = 0,
                                        std::uint32_t right_root = 0);

/// One difference between two models.
struct ModuleDifference {
    enum class Kind { OnlyLeft, OnlyRight, Type, Repeat, Parameters, Flops };

    Kind kind = Kind::OnlyLeft;
    std::uint32_t left = kNoNode;   ///< kNoNode for OnlyRight
    std::uint32_t right = kNoNode;  ///< kNoNode for OnlyLeft
};

/// "only-left", "type", ...: the name in JSON.
std::string_view to_string(ModuleDifference::Kind kind);

/// Lists the differences of the pairs, in their order. A module that one side lacks is listed without its
/// descendants; parameters and FLOPs are compared for the innermost modules that differ.
std::vector<ModuleDifference> module_differences(const Report& left, const Report& right,
                                                 const std::vector<ModulePair>& pairs);

/// right / left; 0 where either is unknown or the left is not positive.
double ratio(const Quantity& left, const Quantity& right);

}  // namespace paramscope
