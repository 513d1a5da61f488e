// What one device must hold to run or train a model: parts of memory that are there at the same time, and
// their sum (docs/memory.md).
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "count/cost/memory.h"
#include "count/passes/pass_memory.h"

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
    std::string values_dtype{};  ///< of all but the weights; "": by the weights' type, else as in the text
    std::string cache_dtype;  ///< of keys and values; "": as of everything but the weights
    bool generates = false;   ///< inference needs the scores of each sequence's last token only
    bool recomputes = false;  ///< training keeps only the inputs of blocks (activations.h)
    /// Kernels of attention where source code does not say which.
    AttentionKernel attention = AttentionKernel::Fused;
    std::string autocast{};  ///< the type of torch.autocast, a name that bits_of() knows; "": without
    Loss loss = Loss::Mean;
    bool accumulates = false;  ///< gradients of an earlier pass are there: gradient accumulation
    Integer lora_rank = 0;    ///< 0: all trainable parameters are trained
    int zero_stage = 0;       ///< 0 to 3
    Integer devices = 1;      ///< a multiple of `tensor_parallel`
    Integer tensor_parallel = 1;

    friend bool operator==(const MemoryOptions&, const MemoryOptions&) = default;
};

/// The label of what training keeps where attention is taken to be done by a fused kernel.
inline constexpr std::string_view kFusedActivations = "activations, by fused attention";

/// The names of options of two words, for command line, JSON and links.
struct NamedKernel {
    AttentionKernel value;
    std::string_view name;  ///< "fused", "eager"
};
struct NamedLoss {
    Loss value;
    std::string_view name;  ///< "mean", "cross_entropy"
};
std::span<const NamedKernel> attention_kernels();
std::span<const NamedLoss> losses();

/// The types that torch.autocast computes in.
struct AutocastType {
    std::string_view name;
};
std::span<const AutocastType> autocast_types();

struct MemoryPart {
    /// For JSON: "weights", "adapters", "gradients", "optimizer", "optimizer_step", "activations", "working",
    /// "workspace", "rounding", "kv_cache", "state".
    std::string_view name;
    std::string_view label;  ///< for people, in English
    Quantity bytes;          ///< of one device, at the moment with most bytes
    Integer least = 0;       ///< of bytes that are "at most", what there surely is
};

/// What operations of a kind keep for the backward pass. What two of them keep is in both.
struct KeptBy {
    std::string operation;  ///< a type of layers, a function
    Integer bytes = 0;
};

struct MemoryPlan {
    MemoryOptions options;
    std::string weights_dtype;      ///< "" where the parameters have several
    std::string dtype;              ///< of everything else
    std::vector<MemoryPart> parts;  ///< but for those that the model has none of
    Quantity total;
    /// Bytes that training keeps of the forward pass for the backward pass; nullopt for inference, and where not all of
    /// the pass is known.
    std::optional<Integer> kept;
    std::vector<KeptBy> kept_by;  ///< where that is known, by kind of operation, the most first
    std::shared_ptr<const PassMemory> pass;  ///< nullptr where no input is known
    Polynomial besides;  ///< bytes of what is there besides the pass: weights, the optimizer's state, keys and values
    Polynomial step;     ///< bytes that the optimizer's step needs more
    std::optional<Quantity> whole_cache;  ///< keys and values of all tokens, where layers have windows
};

/// The memory of one device at the moment of the pass, or of the optimizer's step, that needs most. A number
/// of a report that is not known makes a part, and the total, "at least".
MemoryPlan plan_memory(const Report& report, const MemoryOptions& options);

/// The bytes of a plan at other values of the hyper-parameters: of the pass and of what there is besides.
struct PlanBytes {
    Polynomial formula;   ///< of the moment with most bytes at these values
    std::optional<Integer> value;
    std::size_t events = 0;  ///< of the pass, that were played for it
};
PlanBytes bytes_at(const MemoryPlan& plan, const SymbolValues& values);

/// Parameters that low-rank adaptation adds: r · (a + b) for each weight matrix (a, b) of a dense layer (Hu et
/// al., 2021).
Quantity count_adapters(const Report& report, Integer rank);

/// Bytes of one number of keys and values.
Polynomial cache_number(const Report& report, const MemoryOptions& options);

/// The type of everything but the weights.
std::string dtype_beside_weights(const Report& report, const MemoryOptions& options);

}  // namespace paramscope
