// Finds a tensor's name and dtype among the words around its shape.
#pragma once

#include <optional>
#include <string_view>

namespace paramscope::open {

/// The dtype that a word names in any common spelling (`BF16`, `torch.bfloat16`), as model text spells it; ""
/// when it names none.
std::string_view element_type(std::string_view word);

/// The first dtype that `text` names; "" when it names none.
std::string_view find_element_type(std::string_view text);

/// The word of `text` that is most likely a tensor's name: a quoted one, one with dots, else the last that is
/// not a word of listings ("shape", "parameter"); nullopt when there is none.
std::optional<std::string_view> find_tensor_name(std::string_view text);

/// True when only a tensor would have this name: it has parts ("fc.weight") or is a usual one ("weight").
bool is_certain_tensor_name(std::string_view name);

}  // namespace paramscope::open
