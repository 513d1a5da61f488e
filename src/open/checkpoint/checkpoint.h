// Reads the tensors of one checkpoint file of any format.
#pragma once

#include "open/checkpoint/support/contents.h"

namespace paramscope::open {

/// Detects the format of a checkpoint file and reads its tensors; false, with nothing added, for other files.
bool read_checkpoint(ByteSource& file, std::string_view name, CheckpointContents& contents);

}  // namespace paramscope::open
