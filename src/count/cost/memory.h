// Memory in bytes: weights, training state, key-value cache and activations, one figure each. Which of them
// are needed together is a plan (memory_plan.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "count/passes/trained.h"
#include "count/report/report.h"

namespace paramscope {

enum class Optimizer : std::uint8_t {
    Sgd,
    Momentum,
    Adam,
    AdamMixed,  ///< a float32 copy of the weights and two float32 moments
    AdamW,
    AdamFused,
    Adam8bit,
    Lion,
    Adafactor,
    Muon,
};

/// Which numbers an optimizer keeps.
enum class StateRule : std::uint8_t {
    Uniform,   ///< as many for each parameter
    Factored,  ///< float32 sums of the rows and columns of matrices, of other tensors one for each number
    Muon,      ///< one for each number of hidden matrices, as AdamW for all else
};

/// What an optimizer keeps for each trainable parameter, besides the gradient.
struct OptimizerState {
    Optimizer optimizer;
    std::string_view name;   ///< "sgd", "momentum", "adam", "adam_mixed", ...
    std::string_view label;  ///< for people, in English
    int copies;              ///< numbers of the weights' dtype
    int other_bits;          ///< bits besides those, in quarters
    int step_copies;         ///< numbers of the weights' dtype while a step is done for all at once
    int step_tensors;        ///< as large as one that is trained, while a step goes from one to the next
    StateRule rule = StateRule::Uniform;
};

/// All optimizers, in the order of the enum.
std::span<const OptimizerState> optimizers();

/// What that optimizer keeps.
const OptimizerState& state_of(Optimizer optimizer);

/// The bytes of that for what is trained, with `a_number` bytes for each number.
Polynomial state_bytes(Optimizer optimizer, const Trained& trained, const Polynomial& a_number);

/// Bytes that there are while a step is done for all tensors at once (`foreach` of torch.optim): zero for
/// Adafactor, and for hidden matrices of Muon.
Polynomial bytes_of_joint_step(Optimizer optimizer, const Trained& trained, const Polynomial& a_number);

/// The most bytes that there are while a step goes from tensor to tensor: its own, and one of the tensor
/// before, which Python frees when it has the next. Without those of a joint step, where there is one.
Polynomial bytes_of_single_step(const Report& report, Optimizer optimizer, const Trained& trained,
                                const Polynomial& a_number, bool is_joint);

/// One use of memory; docs/memory.md describes how each is counted.
struct MemoryItem {
    std::string_view name;   ///< for JSON: "weights", "gradients", "adam", ...
    std::string_view label;  ///< for people, in English
    Quantity bytes;
};

/// All uses of memory, none for an empty report. Those that depend on unknown shapes have no value.
std::vector<MemoryItem> memory_of(const Report& report);

/// Bytes that a training step keeps without recomputation: the outputs of the layers, operators and products
/// of a module and of all below it, with its repeats, in the type of the model. One for `top` and for each
/// row below it, in print order.
std::vector<Quantity> activation_bytes(const Report& report, std::size_t top);

/// The first of them for the whole model, without a list of all; unknown for an empty report.
Quantity activation_total(const Report& report);

/// Bits that the files of a quantized model store of most weights, by its setting `stored_bits`; nullopt for
/// other models.
std::optional<Integer> stored_bits(const Report& report);

/// The type of the model's weights.
std::string model_dtype(const Report& report);

/// Bytes of one number of that type; those of float32 for an unknown type.
Polynomial bytes_of(std::string_view dtype);

/// A number of bytes, rounded up where it is no whole number.
Quantity whole_bytes(const Report& report, const Polynomial& bytes, Basis basis);

}  // namespace paramscope
