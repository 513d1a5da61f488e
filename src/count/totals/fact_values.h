// The values of what is counted of a module: its formulas at the hyper-parameters.
#pragma once

#include "count/environment/environment.h"
#include "count/report/report.h"

namespace paramscope {

/// Sets the values of all quantities, and the sizes of the output. Those of tensors are their own
/// (set_tensor_values).
void set_values(const Environment& environment, ModuleFacts* facts);

/// Sets the number of elements of each tensor.
void set_tensor_values(const Environment& environment, ModuleFacts* facts);

/// True when no value of the facts depends on hyper-parameters.
bool has_constant_values(const ModuleFacts& facts);

/// The number of bytes for so many bits; nullopt where their value is unknown.
std::optional<Integer> whole_bytes(const Environment& environment, const Polynomial& bits);

}  // namespace paramscope
