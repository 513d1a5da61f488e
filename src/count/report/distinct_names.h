// Short names for modules of a picture or a list: as much of their paths as tells them apart.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "count/report/report.h"

namespace paramscope {

/// A path with the names between the first and the last two left out: "down4…double_conv.3". As it is where
/// three names or fewer make it.
std::string elided_path(std::string_view path);

/// For each of the modules the end of its path that no other of them has, two names of it or more, elided;
/// the type for the whole model. Takes time with the square of their number: for the few that are shown.
std::vector<std::string> distinct_names(const Report& report, std::span<const std::uint32_t> nodes);

}  // namespace paramscope
