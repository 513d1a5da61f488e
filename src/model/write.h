// Writes a model as model text; reading it gives an equal model.
#pragma once

#include <string>

#include "model/model.h"

namespace paramscope {

/// The whole text: notes, variables, inputs, ties, and the tree as PyTorch would print it.
std::string write_model_text(const Model& model);

}  // namespace paramscope
