// What one device must hold to run or train a model: parts of memory that are there at the same time, and
// their sum (docs/memory.md).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "count/cost/memory.h"

namespace paramscope {

/// Most devices, and the highest rank of LoRA.
inline constexpr Integer kMostDevices = 1'000'000;
inline constexpr Integer kLargestRank = 1'000'000;

struct MemoryOptions {
    bool is_training = false;
    Optimizer optimizer = Optimizer::Adam;
    /// Of all parameters, a name that bits_of() knows; "": as in the text. From 16 bits on it is also the
    /// type of activations, gradients, keys and values.
    std::string weights_dtype;
    std::string cache_dtype;  ///< of keys and values; "": as of everything but the weights
    bool generates = false;   ///< inference needs the scores of each sequence's last token only
    bool recomputes = false;  ///< training keeps only the inputs of blocks (activations.h)
    Integer lora_rank = 0;    ///< 0: all trainable parameters are trained
    int zero_stage = 0;       ///< 0 to 3
    Integer devices = 1;      ///< a multiple of `tensor_parallel`
    Integer tensor_parallel = 1;

    friend bool operator==(const MemoryOptions&, const MemoryOptions&) = default;
};

/// The label of what training keeps where attention is taken to be done by a fused kernel.
inline constexpr std::string_view kFusedActivations = "activations, by fused attention";

struct MemoryPart {
    std::string_view
        name;  ///< for JSON: "weights", "adapters", "gradients", "optimizer", "activations", "kv_cache", "state"
    std::string_view label;  ///< for people, in English
    Quantity bytes;          ///< of one device
    /// The formulas whose largest value the part has, where there are several.
    std::vector<Polynomial> alternatives;
};

struct MemoryPlan {
    MemoryOptions options;
    std::string weights_dtype;      ///< "" where the parameters have several
    std::string dtype;              ///< of everything else
    std::vector<MemoryPart> parts;  ///< but for those that the model has none of
    Quantity total;
    std::optional<Quantity> whole_cache;  ///< keys and values of all tokens, where layers have windows
};

/// The memory of one device. A number of a report that is not known makes a part, and the total, "at least".
MemoryPlan plan_memory(const Report& report, const MemoryOptions& options);

/// Elements that low-rank adaptation adds: for each weight matrix (a · b) of a dense layer, r · (a + b)
/// parameters (Hu et al., 2021) and r for each vector that it multiplies.
struct Adapters {
    Polynomial parameters, activations;
    Basis basis = Basis::Exact;
};
Adapters count_adapters(const Report& report, Integer rank);

/// Bytes of one number of keys and values.
Polynomial cache_number(const Report& report, const MemoryOptions& options);

/// The type of everything but the weights.
std::string dtype_beside_weights(const Report& report, const MemoryOptions& options);

}  // namespace paramscope
