// Models that a file describes and a text of our libraries builds.
#pragma once

#include <string>

#include "open/open.h"

namespace paramscope::open::python {

/// Builds what `code` makes as the model of `opened`. Returns false, with an error why, where it makes none.
bool build_described(const std::string& code, const Beginning& beginning, Opened& opened);

}  // namespace paramscope::open::python
