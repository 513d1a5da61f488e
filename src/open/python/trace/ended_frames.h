// Calls of modules of one class that record the same steps, as the layers of most models do: they have one
// forward line, which is written once.
#pragma once

#include <vector>

#include "open/python/trace/forward.h"

namespace paramscope::open::python {

bool have_same_arguments(const SharedList<Argument>& a, const SharedList<Argument>& b);

/// True where a call of another module of the class records the same steps and gives the same outputs: what
/// is written of it is the same, too.
bool is_alike(const EndedFrame& ended, const ForwardFrame& frame, const std::vector<ForwardOperand>& outputs);

}  // namespace paramscope::open::python
