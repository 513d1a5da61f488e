// What arithmetic and comparisons share.
#pragma once

#include <optional>

#include "open/python/state/value.h"

namespace paramscope::open::python {

/// The number as an exact formula; nullopt for a float that is no short binary fraction.
std::optional<Polynomial> exact_formula(const Value& value);

}  // namespace paramscope::open::python
