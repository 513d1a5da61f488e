// Conventions: how tools weigh operations into one number. Data; docs/conventions.md has the sources.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "count/report/report.h"
#include "layers/catalogue.h"
#include "layers/work.h"

namespace paramscope {

/// How much one operation of a kind counts.
struct Weight {
    Operation operation = Operation::Linear;
    std::int16_t times = 1;
};

/// Layers that a convention counts by other weights.
struct Exception {
    /// Names of families, of types, or ends of types behind a `*`, separated by spaces; "functions" is the
    /// work that forward lines do outside layers, and `=` stands before a variant.
    std::string_view layers;
    std::span<const Weight> weights;
};

/// A way of weighing operations into one number.
struct Convention {
    std::string_view name;     ///< for --convention
    std::string_view summary;  ///< one sentence for people
    std::span<const Weight> weights;
    std::span<const Exception> exceptions;  ///< the first that names a layer applies
};

/// All conventions, the default first.
std::span<const Convention> conventions();

/// The convention of that name, nullptr when there is none.
const Convention* find_convention(std::string_view name);

/// What a module does itself, and what it is: `layer` has no rule where it is none of the catalogue.
struct OwnWork {
    OwnWork(const Work& done, const Module* module, std::string_view type_name, const FoundLayer& found);

    const Work& work;
    std::string_view type;
    FoundLayer layer;
    /// What some tools treat otherwise than the rest of the type: the mode of an Upsample ("bilinear"), and
    /// "fused" where a type's name says that its attention runs in one kernel (LlamaSdpaAttention).
    std::string_view variant = {};
};

/// The own work of a counted module, with the rule it was counted by.
OwnWork own_work(const NodeReport& node);

/// The weights that a convention has for a module.
std::span<const Weight> weights_for(const Convention& convention, const OwnWork& own);

/// How often an operation is done, those of LayerRule::each included.
Polynomial times_of(const OwnWork& own, Operation operation);

/// Weighs a module's own work. A causal mask saves `Masked` of what attention's products weigh; `matrix` is
/// how often matrix work is done (3 in training).
Polynomial weigh(const OwnWork& own, const Convention& convention, bool causal = false, int matrix = 1);

/// True when the module's count needs the shapes it sees although it does no matrix work.
bool weighs_elements(const Convention& convention, const OwnWork& own);

}  // namespace paramscope
