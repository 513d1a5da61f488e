// Puts names into a model text in the place of numbers.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "adjust/equations.h"
#include "adjust/roles.h"
#include "adjust/sizes.h"

namespace paramscope::adjust {

/// A formula over sizes as one over the names of hyper-parameters.
Polynomial with_names(const Polynomial& formula, std::span<const NamedSize> named, Equations* equations);

/// The text with a formula in the place of each size that has one, below `header`.
std::string rewritten(std::string_view text, const SizedModel& sized, std::span<const NamedSize> named,
                      std::string_view header, Equations* equations);

}  // namespace paramscope::adjust
