// safetensors: eight bytes of length, a JSON header with every tensor's type, shape and place, the data.
#pragma once

#include "open/checkpoint/contents.h"

namespace paramscope::open {

void read_safetensors(ByteSource& file, std::string_view name, Contents& contents);

}  // namespace paramscope::open
