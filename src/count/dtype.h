// Sizes of element types.
#pragma once

#include <optional>
#include <string_view>

namespace paramscope {

/// Bits of one element: "float16" or "torch.float16" gives 16, "int4" 4; nullopt for a name nobody knows.
std::optional<int> bits_of(std::string_view dtype);

}  // namespace paramscope
