// The inputs of a forward pass, and the passes that find them.
#pragma once

#include <memory>
#include <vector>

#include "open/python/trace/forward.h"

namespace paramscope::open::python {

/// The forward pass of a model and what it was evaluated on.
struct Traced {
    std::unique_ptr<ForwardPass> pass;  ///< nullptr: not evaluated
    std::vector<Dims> inputs;           ///< shapes of the tensors, in order
    bool is_assumed = false;            ///< the layers gave the shapes, not the text
    bool fits_no_input = false;         ///< there is no pass: layers refuse one another, whatever the input
    std::vector<Remark> remarks;
};

/// Evaluates the forward pass of a model on `given` shapes; where there are none, on those of a call in the
/// text, else on those that its first layers take. The model and all modules stay as they are.
Traced trace_forward(Evaluator& evaluator, InstanceObject& root, const std::vector<Dims>& given);

}  // namespace paramscope::open::python
