// Reads names, shapes and types of the datasets in HDF5 files, as Keras and h5py write them.
#pragma once

#include "open/checkpoint/support/contents.h"

namespace paramscope::open {

/// Adds each dataset as a tensor, named by its path with slashes.
void read_hdf5(ByteSource& file, std::string_view name, CheckpointContents& contents);

/// The text of the root group's attribute `name`; "" when there is none or its storage is not supported.
std::string read_hdf5_text(ByteSource& file, std::string_view name);

}  // namespace paramscope::open
