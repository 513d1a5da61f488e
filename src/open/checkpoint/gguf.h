// GGUF: a header, keys with values, a list of tensors, their data.
#pragma once

#include "open/checkpoint/contents.h"

namespace paramscope::open {

void read_gguf(ByteSource& file, std::string_view name, Contents& contents);

}  // namespace paramscope::open
