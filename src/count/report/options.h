// The options of a count: everything that changes a report without changing the model text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algebra/polynomial.h"
#include "model/model.h"

namespace paramscope {

/// Which pass is counted.
enum class Mode : std::uint8_t {
    Forward,   ///< one forward pass; of a decoder, the prefill of all tokens
    Training,  ///< forward and backward: each matrix product again for both of its gradients
    Decode,    ///< one new token; keys and values of the input's other tokens are cached
};

/// "forward", "training", "decode".
std::string_view to_string(Mode mode);

struct CountOptions {
    /// Hyper-parameters by name; each replaces the text's value.
    std::vector<std::pair<std::string, Polynomial>> overrides;
    std::vector<Dims> inputs;          ///< where not empty, replace the model's inputs
    std::string convention = "flops";  ///< a name among conventions()
    Mode mode = Mode::Forward;
    bool causal = false;            ///< a causal mask: T·(T + 1)/2 pairs of tokens attend, not T²
    std::vector<Tie> ties;          ///< in addition to the text's
    bool has_no_more_ties = false;  ///< no other tensors are one
};

}  // namespace paramscope
