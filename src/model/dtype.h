// Sizes of dtypes.
#pragma once

#include <optional>
#include <string_view>

#include "algebra/rational.h"

namespace paramscope {

/// Bits of one element: 16 for "float16" and "torch.float16", 4 for "int4", 9/2 for "q4_0" (quantised types
/// store blocks of elements together with their scales). nullopt for an unknown name. Case does not matter.
std::optional<Rational> bits_of(std::string_view dtype);

/// True for whole numbers, "int4" or "uint8": nothing of such a type is trained.
bool is_integer_dtype(std::string_view dtype);

}  // namespace paramscope
