// Functions of forward lines that join, split and choose tensors.
#pragma once

#include "count/functions/functions.h"

namespace paramscope::flow {

/// cat(x, y, ..., dim=0): concatenates tensors along a dimension.
Result<Signal> cat(FlowCall& call);
/// stack(x, y, ..., dim=0): joins tensors of one shape along a new dimension.
Result<Signal> stack(FlowCall& call);
/// chunk(x, n, dim): x cut into n equal parts along a dimension, as a tuple.
Result<Signal> chunk(FlowCall& call);
/// pick(tensors, channels=n): the tensor with n channels (dimension 1); if there are several, their shapes
/// must be equal.
Result<Signal> pick(FlowCall& call);

}  // namespace paramscope::flow
