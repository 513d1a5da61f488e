// Reads the weights and the config out of the files that Keras saves: HDF5 files, and archives that hold one.
#pragma once

#include "open/checkpoint/support/contents.h"

namespace paramscope::open {

/// Reads the weights of an archive.
void read_keras_archive(ByteSource& file, std::string_view name, CheckpointContents& contents);
/// Reads the weights of an HDF5 file, without the optimizer's.
void read_keras_weights(ByteSource& file, std::string_view name, CheckpointContents& contents);

/// Reads the config, as JSON, of an archive or an HDF5 file; "" when there is none.
std::string read_archived_config(ByteSource& file, std::string_view name);
std::string read_keras_config(ByteSource& file, std::string_view name);
inline constexpr std::size_t kLargestKerasConfig = 16u << 20;

/// Gives tensors the names and shapes that PyTorch's layers have: a kernel of (inputs, outputs) becomes a
/// weight of (outputs, inputs). Tensors whose names do not show the type of layer are left unchanged.
void name_as_pytorch(TensorSet& set);

}  // namespace paramscope::open
