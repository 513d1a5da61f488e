// Reads what the config beside a checkpoint says of its packed weights.
#pragma once

#include "open/checkpoint/support/contents.h"

namespace paramscope::open {

/// Notes the bits of packed weights that `config.json` beside `file` states, where `contents` may have such
/// weights and there is such a file.
void read_stated_bits(ByteSource& file, CheckpointContents& contents);

}  // namespace paramscope::open
