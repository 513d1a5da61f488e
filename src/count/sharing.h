// Tied tensors and frozen parts: what a model's `tie:` and `freeze:` lines say about its tensors.
#pragma once

#include "count/environment.h"
#include "count/tree.h"

namespace paramscope {

/// Marks tied tensors (they keep their shape and lose their elements) and frozen ones. Errors: a path that
/// names no tensor, shapes that differ, a tensor tied to itself.
void apply_sharing(const Model& model, Tree* tree, const Environment& environment, Diagnostics* diagnostics);

}  // namespace paramscope
