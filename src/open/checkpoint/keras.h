// What Keras saves: HDF5 files of weights, and archives with one in them.
#pragma once

#include "open/checkpoint/contents.h"

namespace paramscope::open {

void read_keras_archive(ByteSource& file, std::string_view name, CheckpointContents& contents);
/// The weights of an HDF5 file, without the optimizer's.
void read_keras_weights(ByteSource& file, std::string_view name, CheckpointContents& contents);

/// What such files say of the model itself, as JSON; "" where they say nothing that can be read.
std::string read_archived_config(ByteSource& file, std::string_view name);
std::string read_keras_config(ByteSource& file, std::string_view name);
inline constexpr std::size_t kLargestKerasConfig = 16u << 20;

/// Tensors under the names and shapes that PyTorch gives the same layers: a kernel of (inputs, outputs) is a
/// weight of (outputs, inputs). Where names do not tell the layer, tensors stay as they are.
void name_as_pytorch(TensorSet& set);

}  // namespace paramscope::open
