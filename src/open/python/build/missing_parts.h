// Finds parts of a module that its forward pass calls and that nothing in the text makes.
#pragma once

#include "open/python/state/evaluator.h"

namespace paramscope::open::python {

/// Leaves each module at or below `root` open whose forward() calls an attribute of `self` that does not
/// exist: `self.fc(x)` of a class without `self.fc = ...`. In whatever code makes it, it may have weights.
void doubt_missing_parts(Evaluator& evaluator, InstanceObject& root);

}  // namespace paramscope::open::python
