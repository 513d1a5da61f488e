// Sizes of element types.
#pragma once

#include <optional>
#include <string_view>

#include "algebra/rational.h"

namespace paramscope {

/// Bits of one element: "float16" or "torch.float16" gives 16, "int4" 4, "q4_0" 9/2: quantised types store
/// blocks of elements with the scales they share. nullopt for a name nobody knows. Capitals and small letters
/// are the same.
std::optional<Rational> bits_of(std::string_view dtype);

}  // namespace paramscope
