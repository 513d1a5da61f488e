// Reads safetensors headers: eight bytes of length, then JSON with each tensor's dtype, shape and
// data_offsets.
#pragma once

#include "open/checkpoint/support/contents.h"

namespace paramscope::open {

void read_safetensors(ByteSource& file, std::string_view name, CheckpointContents& contents);

}  // namespace paramscope::open
