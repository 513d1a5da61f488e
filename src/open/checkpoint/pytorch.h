// Reads files of torch.save: a zip archive of a pickle and the storages (since 1.6, and TorchScript),
// the legacy sequence of pickles and storages, and other pickles with arrays.
#pragma once

#include "open/checkpoint/support/contents.h"

namespace paramscope::open {

void read_pytorch_archive(ByteSource& file, std::string_view name, CheckpointContents& contents);
void read_pickles(ByteSource& file, std::string_view name, CheckpointContents& contents);

}  // namespace paramscope::open
