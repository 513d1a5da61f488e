// Memory in bytes: weights, training state, key-value cache and activations, one figure each. Which of them
// are needed together is a plan (memory_plan.h).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "count/report/report.h"

namespace paramscope {

enum class Optimizer : std::uint8_t {
    Sgd,
    Momentum,
    Adam,
    AdamMixed,  ///< a float32 copy of the weights and two float32 moments
};

/// What an optimizer keeps for each trainable parameter, besides the gradient.
struct OptimizerState {
    Optimizer optimizer;
    std::string_view name;   ///< "sgd", "momentum", "adam", "adam_mixed"
    std::string_view label;  ///< for people, in English
    int copies;              ///< numbers of the weights' dtype
    int other_bytes;         ///< bytes besides those
};

/// All optimizers, in the order of the enum.
std::span<const OptimizerState> optimizers();

/// One use of memory; docs/memory.md describes how each is counted.
struct MemoryItem {
    std::string_view name;   ///< for JSON: "weights", "gradients", "adam", ...
    std::string_view label;  ///< for people, in English
    Quantity bytes;
};

/// All uses of memory, none for an empty report. Those that depend on unknown shapes have no value.
std::vector<MemoryItem> memory_of(const Report& report);

/// Bytes of one number in the model's type.
Polynomial bytes_of_a_number(const Report& report);

}  // namespace paramscope
