// The waterfall of a difference as an SVG picture that suits light and dark pages.
#pragma once

#include <string>
#include <vector>

#include "count/compare/causes.h"

namespace paramscope {

/// The waterfalls of parameters and FLOPs, or that of bytes where only they differ, one below the other.
std::string write_waterfall(const Report& left, const Report& right, const std::vector<Cause>& causes,
                            const std::string& left_name, const std::string& right_name);

}  // namespace paramscope
