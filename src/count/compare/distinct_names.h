// Short names for modules of a picture or a list: as much of their paths as tells them apart.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "count/report/report.h"

namespace paramscope {

/// The last name of a row, of a repeated one the first: "0" of "blocks.0-5".
std::string_view last_name(const NodeReport& node);

/// Shortens a path of four or more names to the first and the last two: "down4…double_conv.3".
std::string elided_path(std::string_view path);

/// Returns a name for each module: the shortest unique suffix of its path, of at least two names, shortened
/// by elided_path(); the type for the root. Takes O(n²) time: pass only modules that are shown.
std::vector<std::string> distinct_names(const Report& report, std::span<const std::uint32_t> nodes);

}  // namespace paramscope
