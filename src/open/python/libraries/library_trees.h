// The syntax trees of the libraries that are written in Python (*.py). The build parses and packs them.
#pragma once

#include <string_view>

#include "open/python/syntax/syntax.h"

namespace paramscope::open::python {

/// The tree of the text of that name ("torch_nn"); nullptr when there is none. It is unpacked when it is
/// first asked for, and stays: all evaluations share it.
const Node* library_tree(std::string_view name);

}  // namespace paramscope::open::python
