// Types that libraries copied from one another under a new name, with the same children and forward pass.
#pragma once

#include <string>
#include <string_view>

namespace paramscope {

/// Base type this class was copied from (MistralAttention → LlamaAttention); "" when none is known. A rule
/// for the base type applies only if the module also has the children which the rule mentions.
std::string base_type_of(std::string_view type);

/// True when `type` is `base`, or was copied from it directly or through other types.
bool derives_from(std::string_view type, std::string_view base);

}  // namespace paramscope
