// The readers behind the table of open.cpp: for each format whether a file is in it, and what is in the file.
#pragma once

#include "open/open.h"

namespace paramscope::open {

/// safetensors, and the index that tells which of several such files holds which tensor.
bool is_safetensors(const Beginning& beginning);
Opened open_safetensors(ByteSource& file, const Beginning& beginning);
bool is_weight_index(const Beginning& beginning);
Opened open_weight_index(ByteSource& file, const Beginning& beginning);

/// llama.cpp's files.
bool is_gguf(const Beginning& beginning);
Opened open_gguf(ByteSource& file, const Beginning& beginning);

/// NumPy's array, and an archive of arrays.
bool is_npy(const Beginning& beginning);
Opened open_npy(ByteSource& file, const Beginning& beginning);
bool is_npz(const Beginning& beginning);
Opened open_npz(ByteSource& file, const Beginning& beginning);

/// HDF5, Keras's archive with one in it, and Keras's configs.
bool is_hdf5(const Beginning& beginning);
Opened open_hdf5(ByteSource& file, const Beginning& beginning);
bool is_keras_archive(const Beginning& beginning);
Opened open_keras_archive(ByteSource& file, const Beginning& beginning);
bool is_keras_config(const Beginning& beginning);
Opened open_keras_config(ByteSource& file, const Beginning& beginning);

/// What torch.save writes: an archive, or pickles one after the other; and other pickles.
bool is_pytorch(const Beginning& beginning);
Opened open_pytorch(ByteSource& file, const Beginning& beginning);
bool is_pickle(const Beginning& beginning);
Opened open_pickle(ByteSource& file, const Beginning& beginning);

/// ONNX graphs.
bool is_onnx(const Beginning& beginning);
Opened open_onnx(ByteSource& file, const Beginning& beginning);

/// The tables that Keras, torchsummary and torchinfo print.
bool is_summary_table(const Beginning& beginning);
Opened open_summary_table(ByteSource& file, const Beginning& beginning);

/// Tensors named with their shapes, a line each or a table or a printed dictionary.
bool is_tensor_listing(const Beginning& beginning);
Opened open_tensor_listing(ByteSource& file, const Beginning& beginning);

/// The model text, and with it whatever print(model) prints.
bool is_model_text(const Beginning& beginning);
Opened open_model_text(ByteSource& file, const Beginning& beginning);

/// config.json of Hugging Face's libraries, and what other tools write in its manner.
bool is_config(const Beginning& beginning);
Opened open_config(ByteSource& file, const Beginning& beginning);

}  // namespace paramscope::open
