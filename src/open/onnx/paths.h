// Places modules in the module tree by the names of ONNX weights and nodes.
#pragma once

#include <string>
#include <string_view>

#include "open/support/module_tree.h"

namespace paramscope::open::onnx {

/// The path in a weight's name: "layer1.0.conv1" of "layer1.0.conv1.weight". With `keep_last` also the last
/// part, for a weight that becomes a tensor of its own.
std::string path_of_weight(std::string_view name, bool keep_last);

/// The path in a node's name: "layer1.0.conv1" of "/layer1/layer1.0/conv1/Conv".
std::string path_of_node(std::string_view name, std::string_view op);

}  // namespace paramscope::open::onnx
