// Finds the tensors of a training checkpoint that are no parameters of the model.
#pragma once

#include "base/diagnostic.h"
#include "open/tensors/tensors.h"

namespace paramscope::open {

/// Marks as buffers the state of optimizers (`optimizer.state.0.exp_avg`, TensorFlow's `kernel/Adam_1`) and
/// moving averages of the weights (`model_ema.fc.weight` beside `model.fc.weight`). Returns a note about each
/// kind, or a warning where no other tensors are left.
Diagnostics mark_training_state(TensorSet& set);

}  // namespace paramscope::open
