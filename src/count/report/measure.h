// Converts a report's numbers to weights of the module tree, for pictures.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
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

/// Weighs the modules of a large report in several steps.
class Weighing {
  public:
    /// The report must outlive it.
    Weighing(const Report& report, Measure measure);

    /// Goes over some rows more. True when all are weighed.
    bool advance(std::size_t rows);
    Weights take() { return std::move(weights_); }

  private:
    void weigh_alone(std::size_t node);
    void weigh_with_children(std::size_t node);

    const Report& report_;
    const Measure measure_;
    const double usual_bits_;   ///< of a number without a dtype of its own
    double weight_of_one_ = 0;  ///< of the node weighed last
    std::size_t alone_ = 0;     ///< how many of the first rows are weighed by themselves
    std::size_t below_;         ///< rows from here on are weighed with their children
    Weights weights_;
};

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
