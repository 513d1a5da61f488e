// Recognises scripts that make layers of torch.nn without defining a class.
#pragma once

#include <string_view>

namespace paramscope {

/// True for Python statements that make layers (`layer = nn.Linear(width, 4)`) and that model text cannot hold:
/// imports, several names in one assignment, layers that are passed to other layers. `text` is masked (mask.h).
bool is_script(std::string_view text);

}  // namespace paramscope
