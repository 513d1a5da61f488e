// What torch.save writes: an archive with a pickle and the storages (since 1.6), or pickles and storages one
// after the other; TorchScript archives; pickles of arrays.
#pragma once

#include "open/checkpoint/contents.h"

namespace paramscope::open {

void read_pytorch_archive(ByteSource& file, std::string_view name, Contents& contents);
void read_pickles(ByteSource& file, std::string_view name, Contents& contents);

}  // namespace paramscope::open
