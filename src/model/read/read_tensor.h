// Reads raw tensors: `Parameter(d, 4*d)`, `Buffer(5000, d)`, and `Parameter containing: [...]` as PyTorch
// prints them.
#pragma once

#include <optional>

#include "model/model.h"
#include "model/reporter.h"
#include "model/scanner.h"

namespace paramscope {

/// True for the types that are raw tensors: Parameter, Buffer.
bool is_tensor_type(std::string_view type);

/// Converts a `Parameter(...)` or `Buffer(...)` that was read as a module.
Tensor tensor_from(const Module& module, Reporter& reporter);

/// Takes `Parameter containing: [torch.float32 of size 3x4 (cuda:0)]`; nullopt, with nothing taken, when
/// there is none.
std::optional<Tensor> read_printed_tensor(Scanner& scanner);

}  // namespace paramscope
