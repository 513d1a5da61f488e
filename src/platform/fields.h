// What a link carries, on its way between the program and its host.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace paramscope::platform {

/// Names and values in order. The host knows how they look in an address, the program what they mean.
using Fields = std::vector<std::pair<std::string, std::string>>;

}  // namespace paramscope::platform
