// Reads the metadata and the tensor list of GGUF files (llama.cpp).
#pragma once

#include "open/checkpoint/support/contents.h"

namespace paramscope::open {

void read_gguf(ByteSource& file, std::string_view name, CheckpointContents& contents);

}  // namespace paramscope::open
