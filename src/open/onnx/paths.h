// Places in the module tree that the names of weights and nodes tell.
#pragma once

#include <string_view>

#include "open/support/module_tree.h"

namespace paramscope::open::onnx {

/// The path that a weight's name tells: {"layer1", "0", "conv1"} of "layer1.0.conv1.weight"; `keep_last` for
/// a tensor of its own, whose name is all of it.
Path path_of_weight(std::string_view name, bool keep_last);

/// The path that a node's name tells: {"layer1", "0", "conv1"} of "/layer1/layer1.0/conv1/Conv".
Path path_of_node(std::string_view name, std::string_view op);

}  // namespace paramscope::open::onnx
