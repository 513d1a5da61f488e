// Gives the hyper-parameters of a model other names.
#pragma once

#include <map>
#include <string>

#include "model/model.h"

namespace paramscope::hub {

/// New names of symbols by their old ones.
using NewNames = std::map<std::string, std::string, std::less<>>;

/// Gives symbols other names wherever the model has them: as variables, in sizes, and in forward lines, where
/// an input of the line or a tensor of the module hides a symbol of its name.
void rename_symbols(Model& model, const NewNames& names);

}  // namespace paramscope::hub
