// Finds the packed weights of quantised models and what is stored beside them.
#pragma once

#include "base/diagnostic.h"
#include "open/tensors/tensors.h"

namespace paramscope::open {

/// Replaces each packed weight (GPTQ's `qweight`, MLX's `weight` beside `scales`, MXFP4's `_blocks` ...) by
/// the weight before packing, and marks scales, zero points and the like beside it as buffers. Returns a note
/// about them, and a warning where the shapes leave open how many elements a stored number holds: such a
/// weight then has as few as it may.
Diagnostics unpack_weights(TensorSet& set);

/// True for tensors with names that parts of packed weights have.
bool may_have_packed_weights(const TensorSet& set);

/// True for a name that only what is stored of a quantised weight has: "qzeros", "fc.weight_packed".
bool names_packed_part(std::string_view name);

}  // namespace paramscope::open
