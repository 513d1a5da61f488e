// Recognises torch.nn layers by the names and shapes of their tensors.
#pragma once

#include "open/tensors/layer_types.h"
#include "open/tensors/tree.h"

namespace paramscope::open {

/// The kind of a module that equals no other.
inline constexpr std::uint32_t kOnlyOne = 0xffffffff;

/// A module without children, as the rules for layer types see it.
LeafModule leaf_of(const TensorTree& tree, std::uint32_t node);

/// Gives modules the types of torch.nn that match their tensors exactly, so that recognition changes no
/// count. Numbers the kinds of modules: those of one kind have equal tensors and equal children, and what the
/// rules see around them is equal too.
void recognise_layers(TensorTree& tree);

}  // namespace paramscope::open
