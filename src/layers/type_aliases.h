// Libraries name a model's modules after the model, and write most models after a few patterns.
#pragma once

#include <string>
#include <string_view>

namespace paramscope {

/// The type that a type is written after: "LlamaAttention" for "MistralAttention"; "" where none is known. Whether
/// the pattern's rule fits is still for the children to say.
std::string pattern_of(std::string_view type);

/// True when the type is that one, or written after it.
bool is_kind_of(std::string_view type, std::string_view pattern);

}  // namespace paramscope
