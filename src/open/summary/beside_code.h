// Source code with a printed table of its layers beside it: as output, in a docstring, in comments. The code
// is the model; the table is compared with it, and read where the code cannot be.
#pragma once

#include <string_view>

#include "open/open.h"

namespace paramscope::open {

/// `code` as it was opened from `text` or, where its parameters are not known exactly, the table beside it
/// if that may know more. A total of the table that differs is a warning.
Opened settle_table_beside(Opened code, std::string_view text);

}  // namespace paramscope::open
