// HDF5: names, shapes and types of the datasets in its groups; as Keras and h5py write it.
#pragma once

#include "open/checkpoint/contents.h"

namespace paramscope::open {

/// Tensors get the path of their dataset, with slashes.
void read_hdf5(ByteSource& file, std::string_view name, Contents& contents);

}  // namespace paramscope::open
