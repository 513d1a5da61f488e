// NumPy's own formats: .npy holds one array, .npz is an archive of them.
#pragma once

#include "open/checkpoint/contents.h"

namespace paramscope::open {

/// The dtype that NumPy writes as `code` ("<f4", "|b1"); "" for one that no tensor has.
std::string_view numpy_dtype(std::string_view code);

void read_npy(ByteSource& file, std::string_view name, Contents& contents);
void read_npz(ByteSource& file, std::string_view name, Contents& contents);

}  // namespace paramscope::open
