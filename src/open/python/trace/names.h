// Names of source code as model text can have them.
#pragma once

#include <string>
#include <string_view>

namespace paramscope::open::python {

/// The name of a child or tensor as lines of model text can have it: without what separates names there.
std::string written_name(std::string_view name);

}  // namespace paramscope::open::python
