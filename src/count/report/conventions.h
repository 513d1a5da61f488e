// Conventions: a table for each tool of how it turns operations into FLOPs or MACs (docs/conventions.md).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "count/report/report.h"
#include "layers/catalogue/catalogue.h"
#include "layers/work.h"

namespace paramscope {

/// How many FLOPs (or MACs) one operation of a kind counts.
struct Weight {
    Operation operation = Operation::Linear;
    std::int16_t times = 1;
};

/// Layers that a convention counts with other weights.
struct Exception {
    /// Words separated by spaces, each a family ("pooling"), a type ("PReLU"), the end of a type ("*RMSNorm")
    /// or a variant ("=bilinear", see OwnWork::variant); "functions" is the work of forward lines outside
    /// layers.
    std::string_view layers;
    std::span<const Weight> weights;
};

/// A way of counting operations as one number.
struct Convention {
    std::string_view name;     ///< the option's value
    std::string_view summary;  ///< for people, in English
    std::span<const Weight> weights;
    std::span<const Exception> exceptions;  ///< the first that matches a layer applies
    bool is_tool = true;                    ///< false: a definition, which no tool stands behind
};

/// All conventions, the default first.
std::span<const Convention> conventions();

/// The convention of that name, nullptr when there is none.
const Convention* find_convention(std::string_view name);

/// A module's own work without its children's, and what conventions decide by.
struct OwnWork {
    OwnWork(const Work& done, const Module* module, std::string_view type_name, const FoundLayer& found);

    const Work& work;
    std::string_view type;
    FoundLayer layer;  ///< without a rule for modules that are no catalogue layer
    /// A kind within the type that some tools treat differently: the mode of an Upsample ("bilinear"), or
    /// "fused" where the type's name shows that attention runs in one kernel (LlamaSdpaAttention). "" for
    /// none.
    std::string_view variant = {};
};

/// The own work of a counted module, with the rule it was counted by.
OwnWork own_work(const NodeReport& node);

/// The weights that a convention applies to a module.
std::span<const Weight> weights_for(const Convention& convention, const OwnWork& own);

/// How often an operation is done, including those per element of the output (LayerRule::per_element).
Polynomial times_of(const OwnWork& own, Operation operation);

/// How often a pass does matrix work: once, and in training again for the gradients of the input and of the
/// weights.
int matrix_passes(Mode mode);

/// The own work of a module as the convention counts it. `causal` leaves out the masked products of
/// attention; `matrix_passes` is how often matrix work is done, see matrix_passes(): with more than one, a
/// training step leaves out gradients (Operation::NoGradient).
Polynomial weigh(const OwnWork& own, const Convention& convention, bool causal = false,
                 int matrix_passes = 1);

/// What a convention counts for one MAC of a module's products.
int matrix_weight(const OwnWork& own, const Convention& convention);

/// True when the convention counts more than MACs.
bool weighs_elements(const Convention& convention);

/// True when the convention counts the module by elements, so that its shapes must be known even without
/// matrix work.
bool weighs_elements(const Convention& convention, const OwnWork& own);

}  // namespace paramscope
