// Weights that one model ties, and tensors that are buffers in it, where the text of the other does not show
// whether they are: no difference.
#pragma once

#include <string_view>

#include "count/report/report.h"

namespace paramscope {

/// True where a report leaves open whether its tensor with that path is tied to one that another model calls
/// `source`. Names of either may have more in front.
bool leaves_open(const Report& report, std::string_view path, std::string_view source);

/// The parameters that the module of the right report itself counts more than that of the left one, only
/// because one of them leaves open whether its tensors are tied, or buffers, as those of the other are.
Integer open_parameters(const Report& left, const NodeReport& a, const Report& right, const NodeReport& b);

/// True where a tensor is a buffer in one of two modules, and may be one in the other.
bool leave_buffers_open(const NodeReport& a, const NodeReport& b);

}  // namespace paramscope
