// Reads array headers of NumPy's .npy files and .npz archives.
#pragma once

#include "open/checkpoint/support/contents.h"

namespace paramscope::open {

/// The dtype that NumPy writes as `code` ("<f4", "|b1"), as model text spells it; "" for types that are not
/// numbers.
std::string_view numpy_dtype(std::string_view code);

void read_npy(ByteSource& file, std::string_view name, CheckpointContents& contents);
void read_npz(ByteSource& file, std::string_view name, CheckpointContents& contents);

}  // namespace paramscope::open
