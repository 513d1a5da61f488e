// Defines the fields of a link, exchanged by the program and its host.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace paramscope::platform {

/// Names and values in order. The host encodes them in an address; the program interprets them.
using Fields = std::vector<std::pair<std::string, std::string>>;

}  // namespace paramscope::platform
