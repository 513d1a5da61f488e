// Functions of torch on tensors, which are methods of tensors too.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "open/python/evaluator.h"

namespace paramscope::open::python {

extern const std::span<const BuiltinRow> kMakingFunctions, kShapeFunctions, kReductionFunctions;

/// A tensor of unknown shape: the function `name` is not evaluated.
Value of_unknown_shape(Evaluator& e, std::string_view name);

/// Sizes given as several arguments or as one tuple, from argument `first` on; nullopt when one is not known
/// (`reason`).
std::optional<std::vector<Value>> sizes_of(Evaluator& e, const Arguments& a, std::size_t first,
                                           Value* reason);

}  // namespace paramscope::open::python
