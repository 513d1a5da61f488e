// Any one file of tensors.
#pragma once

#include "open/checkpoint/contents.h"

namespace paramscope::open {

/// Reads the tensors of a file, in whichever format it is. False, and nothing added, when it is in none.
bool read_checkpoint(ByteSource& file, std::string_view name, Contents& contents);

}  // namespace paramscope::open
