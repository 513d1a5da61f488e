// Writes a tree of tensors as model text.
#pragma once

#include <string>
#include <string_view>

#include "open/tensors/tree.h"

namespace paramscope::open {

/// Writes the tree; neighbours that differ only in their number are folded. The root is a `root_type` unless
/// it has a type.
std::string write_tree(const TensorTree& tree, const TensorSet& set, std::string_view root_type);

}  // namespace paramscope::open
