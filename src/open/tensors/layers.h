// Layer types told by the names and shapes of their tensors.
#pragma once

#include "open/tensors/layer_types.h"
#include "open/tensors/tree.h"

namespace paramscope::open {

/// What a rule sees of a module.
Leaf leaf_of(const TensorTree& tree, std::uint32_t node);

/// Gives modules the types of torch.nn that their tensors tell. A tensor is `implied` only where the type has
/// it in exactly that shape, so that no count changes.
void recognise_layers(TensorTree& tree);

}  // namespace paramscope::open
