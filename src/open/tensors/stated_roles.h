// Tells the parameters of a state_dict from its buffers by the total of parameters printed beside it.
#pragma once

#include "algebra/integer.h"
#include "open/tensors/tensors.h"

namespace paramscope::open {

/// Returns whether `total` can be the number of parameters, by the names of the tensors. If it can, settles
/// the tensors that may be buffers: they are buffers where `total` leaves all of them out, parameters where
/// it has all of them but not the known buffers (otherwise it may be the sum of the whole state_dict).
bool settle_by_total(TensorSet& set, Integer total);

}  // namespace paramscope::open
