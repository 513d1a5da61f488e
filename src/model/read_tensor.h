// Reads raw tensors: `Parameter(d, 4*d)`, `Buffer(5000, d)`, and the ones PyTorch prints itself.
#pragma once

#include <optional>

#include "model/model.h"
#include "model/reporter.h"
#include "model/scanner.h"

namespace paramscope {

/// Whether a module of this type is a raw tensor of its parent.
bool is_tensor_type(std::string_view type);

/// The tensor that a `Parameter(...)` or `Buffer(...)`, read as a module, stands for.
Tensor tensor_from(const Module& module, Reporter& reporter);

/// Reads `Parameter containing: [torch.float32 of size 3x4 (cuda:0)]`, stepping over it; nullopt, with the
/// scanner where it was, when something else stands there.
std::optional<Tensor> read_printed_tensor(Scanner& scanner);

}  // namespace paramscope
