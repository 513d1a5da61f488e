// Moves a module to another place of the text.
#pragma once

#include <cstdint>

#include "model/model.h"

namespace paramscope {

/// Adds `distance` to the places of what is inside a module: of its arguments, tensors, children and forward
/// line, not of its own type and name. A place that is not known stays so. The sum wraps, so a distance may
/// be the difference to an earlier place.
void move_spans_of_body(Module* module, std::uint32_t distance);

}  // namespace paramscope
