// Writes a model as model text; reading it gives an equal model.
#pragma once

#include <string>
#include <string_view>

#include "model/model.h"

namespace paramscope {

/// The whole text: notes, variables, inputs, ties, and the tree as PyTorch would print it.
std::string write_model_text(const Model& model);

/// `comment` as it is written after a `#`: blanks for control characters and in place of HTML's line break,
/// which would end it, and none at its ends.
std::string written_comment(std::string_view comment);

}  // namespace paramscope
