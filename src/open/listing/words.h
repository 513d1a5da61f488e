// The words around a shape: which of them is the tensor's name, which its type.
#pragma once

#include <optional>
#include <string_view>

namespace paramscope::open {

/// The type of elements that a word names in any of the spellings in use (`BF16`, `torch.bfloat16`), as model
/// text spells it; "" when it names none.
std::string_view element_type(std::string_view word);

/// The first element type that `text` names, or "".
std::string_view find_element_type(std::string_view text);

/// The word of `text` that is most likely a tensor's name: a quoted one, one with dots, else the last that is
/// no word of the listing's own ("shape", "parameter"). nullopt when there is none.
std::optional<std::string_view> find_tensor_name(std::string_view text);

/// Whether nothing but a tensor would have this name: it has parts, or is one of PyTorch's own.
bool is_surely_tensor_name(std::string_view name);

}  // namespace paramscope::open
