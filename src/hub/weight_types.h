// Gives a config's model the types that its weights have in their files.
#pragma once

#include <optional>

#include "count/report/report.h"

namespace paramscope::hub {

/// The model of a config with the types of the same tensors in `weights`, with what is stored beside packed
/// ones, so that its size is that of the files. nullopt where layers that are one in the config have
/// different types, and where tensors are not the same.
std::optional<Model> with_types_of_weights(const Report& config, const Report& weights);

/// Writes a tensor of a module, in the place of the one with its name that the module writes.
void set_tensor(Module& module, const Tensor& tensor);

}  // namespace paramscope::hub
