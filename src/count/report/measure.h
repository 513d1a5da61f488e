// Converts a report's numbers to weights of the module tree, for pictures.
#pragma once

#include <cstdint>
#include <vector>

#include "count/report/parts.h"

namespace paramscope {

/// The quantity a picture shows by area, length or colour.
enum class Measure : std::uint8_t { Parameters, Flops, Bytes };
inline constexpr int kMeasures = 3;

/// A tree of weights in print order: each weight includes all descendants and repeats. Unknown quantities
/// weigh 0; weights are finite and not negative; children never weigh more than their parent.
struct Weights {
    std::vector<double> of;            ///< weight of each node
    std::vector<std::uint32_t> end;    ///< index behind the node's last descendant
    std::vector<std::uint32_t> depth;  ///< depth of each node
};

Weights weigh(const Report& report, Measure measure);

/// True when the model's total of this measure is unknown because no input shape is given.
bool needs_input(const Report& report, Measure measure);

/// The node's weight without its children's: its own tensors or work.
double own_weight(const Weights& weights, std::uint32_t node);

/// The weight of one part of a model.
struct FamilyShare {
    std::string_view family;  ///< as Parts names it
    double weight = 0;
    double share = 0;  ///< share of the whole
};

/// Parts by weight, the heaviest first; a module's own weight belongs to its own part.
std::vector<FamilyShare> family_shares(const Parts& parts, const Weights& weights);

}  // namespace paramscope
