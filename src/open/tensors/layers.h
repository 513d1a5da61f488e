// Layer types told by the names and shapes of their tensors.
#pragma once

#include "open/tensors/tree.h"

namespace paramscope::open {

/// Gives modules the types of torch.nn that their tensors tell. A tensor is `implied` only where the type has
/// it in exactly that shape, so that no count changes.
void recognise_layers(TensorTree& tree);

}  // namespace paramscope::open
