// A tree of tensors as model text.
#pragma once

#include <string>
#include <string_view>

#include "open/tensors/tree.h"

namespace paramscope::open {

/// The text; neighbours that are equal but for their number stand once.
std::string write_tree(const TensorTree& tree, const TensorSet& set, std::string_view root_type);

}  // namespace paramscope::open
