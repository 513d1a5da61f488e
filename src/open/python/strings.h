// What strings and formats share.
#pragma once
#include <string>

namespace paramscope::open::python {

/// A float as Python's repr() has it: the shortest digits that give it back.
std::string float_text(double value);

}  // namespace paramscope::open::python
