// Names of the types of tensors in safetensors files, which listings have, too.
#pragma once

#include <string_view>

namespace paramscope::open {

/// PyTorch's name of a type of safetensors, "float32" for "F32"; "" for another word.
std::string_view safetensors_dtype(std::string_view stored);

}  // namespace paramscope::open
