// Makes a model of a tree of tensors.
#pragma once

#include <string_view>

#include "model/model.h"
#include "open/tensors/tree.h"

namespace paramscope::open {

/// The tree as a model; neighbours that differ only in their number are folded. The root is a `root_type`
/// unless it has a type.
Model model_of(const TensorTree& tree, const TensorSet& set, std::string_view root_type);

}  // namespace paramscope::open
