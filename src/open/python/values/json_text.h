// Values as JSON, for the readers of configs.
#pragma once

#include <optional>
#include <string>

#include "open/python/state/evaluator.h"

namespace paramscope::open::python {

/// The value as JSON. A function and an opaque value are their names, an unknown value is "unknown": then
/// `reason` is the first one. nullopt where the text would be too large, which `reason` says.
std::optional<std::string> json_text(Evaluator& evaluator, const Value& value, Value* reason);

}  // namespace paramscope::open::python
