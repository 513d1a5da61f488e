// Calls of modules and of functions of torch while a model is built: `self.features(torch.zeros(1, 3, 32,
// 32))`.
#pragma once

#include <optional>
#include <string_view>

#include "open/python/state/evaluator.h"

namespace paramscope::open::python {

/// What a function of torch gives while a model is built, as in a forward pass; nullopt for one that is not
/// known, or of unknown shapes.
std::optional<Value> call_function_early(Evaluator& e, std::string_view name, const Arguments& arguments);

}  // namespace paramscope::open::python
