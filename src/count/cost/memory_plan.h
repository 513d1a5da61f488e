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
#include "count/cost/memory_options.h"
#include "count/devices/engines.h"
#include "count/passes/pass_memory.h"

namespace paramscope {

/// The label of what training keeps where attention is taken to be done by a fused kernel.
inline constexpr std::string_view kFusedActivations = "activations, by fused attention";
/// The same where scores are there, and how many heads have some is taken from kUsualHead.
inline constexpr std::string_view kActivationsOfHeads = "activations, with heads of 64 numbers or less";
static_assert(kUsualHead == 64);

/// The names of all parts that a plan may have. Whatever has a word or a colour for each part has as many.
inline constexpr std::string_view kMemoryParts[] = {
    "weights",  "adapters", "copies", "gathered",    "gradients", "optimizer", "optimizer_step",
    "kv_cache", "state",    "casts",  "activations", "working",   "workspace", "rounding"};

struct MemoryPart {
    std::string_view name;   ///< for JSON, of kMemoryParts
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
    /// Bytes that training keeps of the forward pass for the backward pass; nullopt for inference, and where
    /// not all of the pass is known.
    std::optional<Integer> kept;
    std::vector<KeptBy> kept_by;             ///< where that is known, by kind of operation, the most first
    std::shared_ptr<const PassMemory> pass;  ///< nullptr where no input is known
    Polynomial besides;   ///< bytes of what is there besides the pass: weights, the optimizer's state, keys
                          ///< and values
    Polynomial gathered;  ///< bytes of whole weights and gradients during the pass
    Polynomial step_gradients, step_copies;  ///< what the optimizer's step needs more
    bool is_at_step = false;                 ///< that needs most
    std::optional<Quantity> host;            ///< bytes of the host's memory for one device, with offload
    std::optional<Quantity> whole_cache;     ///< keys and values of all tokens, where layers have windows
};

/// The memory of one device at the moment of the pass, or of the optimizer's step, that needs most. A number
/// of a report that is not known makes a part, and the total, "at least".
MemoryPlan plan_memory(const Report& report, const MemoryOptions& options);

/// The layers and functions of a pass of which it is not known what they keep, or which may make so many
/// tensors more that the total is no estimate.
std::vector<std::string> unknown_of(const Report& report, const MemoryPlan& plan);

/// The part of a plan that tensors of a use are in.
struct PartName {
    std::string_view name, label;
};
PartName part_of(TensorUse use, bool is_training);

/// The bytes of a plan at other values of the hyper-parameters: of the pass and of what there is besides.
struct PlanBytes {
    Polynomial formula;  ///< of the moment with most bytes at these values
    std::optional<Integer> value;
    std::size_t events = 0;  ///< of the pass, that were played for it
};
PlanBytes bytes_at(const MemoryPlan& plan, const SymbolValues& values);

}  // namespace paramscope
