// Writes a model as model text; reading it gives an equal model.
#pragma once

#include <string>
#include <string_view>

#include "model/model.h"

namespace paramscope {

/// The whole text: notes, variables, inputs, ties, and the tree as PyTorch would print it.
std::string write_model_text(const Model& model);

/// Returns `comment` as write_model_text() writes it after `#`: trimmed, with a blank for each control
/// character, and without `<br>`, which the reader takes for a line break.
std::string written_comment(std::string_view comment);

}  // namespace paramscope
