// Tells parameters of a state_dict from buffers by a total of parameters that stands beside it.
#pragma once

#include "algebra/integer.h"
#include "open/tensors/tensors.h"

namespace paramscope::open {

/// True for a number that the parameters may have together, by the names of the tensors. What may be buffers
/// is then known where the number leaves one reading: without all of them; with all of them, and without the
/// tensors that are buffers, so that it is no sum over a state_dict.
bool settle_by_total(TensorSet& set, Integer total);

}  // namespace paramscope::open
