// Builds the tape of a counted model.
#pragma once

#include "count/passes/tape_writer.h"
#include "count/report/report.h"

namespace paramscope {

enum class Loss : std::uint8_t {
    Mean,          ///< one number that keeps nothing
    CrossEntropy,  ///< of the scores of words, where the model has them, in float32
};

struct TapeOptions {
    PassTypes types;
    bool is_training = false;
    Integer lora_rank =
        0;  ///< of adapters at all dense layers, which are trained instead of the weights; 0: none
    bool unpacks_weights =
        false;  ///< dense layers make copies of their weights in the values' type, for a product
    bool has_last_scores_alone = false;  ///< of words, those of each sequence's last token
    Loss loss = Loss::Mean;
};

/// What eager PyTorch does with memory in a forward pass. A module's forward line, or what its code does,
/// gives the order; a tensor is there until its last use, an argument until the call returns. Empty for a
/// report without inputs.
Tape build_tape(const Report& report, const TapeOptions& options);

}  // namespace paramscope
