// Moves a module to another place of the text.
#pragma once

#include <cstdint>

#include "model/model.h"

namespace paramscope {

/// Adds `distance` to the places of what is inside a module: of its tensors, children and forward line, not
/// of its own type and name, to which those of arguments are relative. A place that is not known stays so.
/// The sum wraps, so a distance may be the difference to an earlier place.
void move_spans_of_body(Module* module, std::uint32_t distance);

/// Adds `distance` to the places of arguments and of their values.
void move_spans(std::vector<Argument>* arguments, std::uint32_t distance);

}  // namespace paramscope
