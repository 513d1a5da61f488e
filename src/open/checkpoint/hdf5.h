// HDF5: names, shapes and types of the datasets in its groups; as Keras and h5py write it.
#pragma once

#include "open/checkpoint/contents.h"

namespace paramscope::open {

/// Tensors get the path of their dataset, with slashes.
void read_hdf5(ByteSource& file, std::string_view name, Contents& contents);

/// The text that the root group has as the attribute `name`; "" where it has none, or keeps it in a way that
/// is not read.
std::string read_hdf5_text(ByteSource& file, std::string_view name);

}  // namespace paramscope::open
