// Builds the tape of a counted model.
#pragma once

#include "count/passes/adapters.h"
#include "count/passes/tape_writer.h"
#include "count/report/report.h"

namespace paramscope {

enum class Loss : std::uint8_t {
    Mean,               ///< one number that keeps nothing
    CrossEntropy,       ///< of the scores of words, where the model has them, in float32
    FusedCrossEntropy,  ///< of the output layer's input: the scores of some tokens at a time
};

struct TapeOptions {
    PassTypes types;
    bool is_training = false;
    AdapterOptions adapters;
    /// Dense layers but the output layer make copies of their weights in the values' type, for a product.
    bool unpacks_weights = false;
    /// Autocast makes no copies of weights: those that devices gather are in its type.
    bool gathers_weights = false;
    bool has_last_scores_alone = false;  ///< of words, those of each sequence's last token
    Loss loss = Loss::Mean;
    bool drops_output = false;  ///< the model's output is not held once the loss is made of it
    /// What functions take is there until their module returns, as where variables of a program name it.
    bool holds_variables = false;
};

/// What eager PyTorch does with memory in a forward pass. A module's forward line, or what its code does,
/// gives the order; a tensor is there until its last use, an argument until the call returns. Empty for a
/// report without inputs.
Tape build_tape(const Report& report, const TapeOptions& options);

}  // namespace paramscope
