// Usual inputs of a module, from its first layer.
#pragma once

#include <string_view>
#include <vector>

#include "count/tree/tree.h"

namespace paramscope::adjust {

/// Shapes to try as the input `name` of a module, the most usual first; "" for its only input. Empty where no
/// layer tells what it reads.
std::vector<Dims> usual_inputs(const Tree& tree, std::uint32_t module, std::string_view name);

}  // namespace paramscope::adjust
