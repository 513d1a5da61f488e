// Writes a model back as model text; reading that gives an equal model.
#pragma once

#include <string>

#include "model/model.h"

namespace paramscope {

/// The whole text: notes, variables, inputs, ties, and the tree as PyTorch would print it.
std::string write_model_text(const Model& model);

}  // namespace paramscope
