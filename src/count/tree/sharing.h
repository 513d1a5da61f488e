// Applies a model's `tie:` and `freeze:` lines to its tensors, and freezes what peft freezes.
#pragma once

#include "count/environment/environment.h"
#include "count/tree/tree.h"

namespace paramscope {

/// Marks tied tensors, which keep their shape and add no elements, and frozen ones, which are not trainable.
/// Adds the bias that a head has beside that of its decoder where their weights are not tied.
/// Errors: a path without a tensor, shapes that differ, a tensor tied to itself or to a tied one.
void apply_sharing(const Model& model, Tree* tree, const Environment& environment, Diagnostics* diagnostics);

}  // namespace paramscope
