// Sends inputs through a model whose sizes are symbols, to see which sizes its shapes require to be equal.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "adjust/sizes.h"
#include "layers/requirements.h"

namespace paramscope::adjust {

/// A module of which the flow around it is unknown, and what it reads and gives by itself. In the order of
/// the text.
struct Piece {
    std::uint32_t module = 0;         ///< the place in SizedModel::modules
    std::optional<Polynomial> reads;  ///< features; nullopt for an Embedding, which reads indices
    std::optional<Polynomial> gives;
    bool is_map = false;  ///< gives maps, which may be flattened
    bool keeps = false;   ///< gives the features that it reads, whatever they are: a normalization
};

struct ProbeResult {
    Requirements requirements;
    std::vector<bool> is_called;  ///< of each module of the text
    std::vector<Dims> inputs;     ///< of the whole model, where its output is known
    std::optional<Dims> output;   ///< of the whole model, where it is known
    std::vector<Piece> pieces;    ///< where the flow of the whole model is unknown
    /// Modules that are neither pieces nor contain any, but hold tensors: what they read is unknown.
    std::vector<std::uint32_t> unknown_modules;
};

/// Probes with the model's inputs, or with usual ones.
ProbeResult probe_flow(const SizedModel& sized);

}  // namespace paramscope::adjust
