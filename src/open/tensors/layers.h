// Recognises torch.nn layers by the names and shapes of their tensors.
#pragma once

#include "open/tensors/layer_types.h"
#include "open/tensors/tree.h"

namespace paramscope::open {

/// A module without children, as the rules for layer types see it.
LeafModule leaf_of(const TensorTree& tree, std::uint32_t node);

/// Gives modules the types of torch.nn that match their tensors exactly, so that recognition changes no
/// count.
void recognise_layers(TensorTree& tree);

}  // namespace paramscope::open
