// Tells by their names which tensors of a state_dict are buffers, which it does not say.
#pragma once

#include <span>
#include <string_view>

#include "open/tensors/tree.h"

namespace paramscope::open {

/// True for a tensor whose type, or whose name in its module, is a buffer's. Sources of the names: buffers of
/// PyTorch's layers, of transformers 5.12 and of latent diffusion that are in the state_dict, where none of
/// them has a parameter of that name.
bool is_buffer(std::string_view name, const NamedTensor& tensor);

/// Marks the buffers of one module that others beside them tell: those of spectral_norm and of pruning, which
/// have a weight_orig, and the noise schedule of a diffusion model.
void mark_buffers_beside(std::span<OwnTensor> tensors);

}  // namespace paramscope::open
