// How large every module is in a picture: numbers of a report as weights of a tree.
#pragma once

#include <cstdint>
#include <vector>

#include "count/report/report.h"

namespace paramscope::app {

/// What a picture shows by area, length or colour.
enum class Measure : std::uint8_t { Parameters, Flops, Bytes };
inline constexpr int kMeasures = 3;

/// A tree of weights in print order: what a node and all below it weigh, repeats everywhere included. What is
/// not known weighs nothing, and nothing is negative or infinite; children never weigh more than their
/// parent.
struct Weights {
    std::vector<double> of;            ///< each node
    std::vector<std::uint32_t> end;    ///< index behind the node's last descendant
    std::vector<std::uint32_t> depth;  ///< of each node
};

Weights weigh(const Report& report, Measure measure);

/// The node's weight without its children's: of tensors or work of its own.
double own_weight(const Weights& weights, std::uint32_t node);

/// What one layer family weighs in all.
struct FamilyShare {
    std::string_view family;
    double weight = 0;
    double share = 0;  ///< of the whole
};

/// Families by weight, the heaviest first; what a module has of its own belongs to its own family.
std::vector<FamilyShare> family_shares(const Report& report, const Weights& weights);

}  // namespace paramscope::app
