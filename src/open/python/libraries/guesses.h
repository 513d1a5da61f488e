// Guesses values for the arguments of a constructor by their names.
#pragma once

#include <string_view>

namespace paramscope::open::python {

/// A usual value of an argument with that name, as Python: "num_classes" gives "1000"; "..." for a name that
/// tells nothing.
std::string_view guess_value(std::string_view argument);

}  // namespace paramscope::open::python
