// Recognises texts that no reader of files has to be asked about.
#pragma once

#include <string_view>

namespace paramscope {

/// True for what print(model) prints and for one layer, `nn.Linear(3, 4)`, each alone or behind comments and
/// assignments of numbers. All readers of files take such a text for model text, as it is; what else they
/// take for model text is not recognised here.
bool is_own_text(std::string_view text);

}  // namespace paramscope
