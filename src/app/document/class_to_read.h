// Finds the class of a print whose code would tell more than is known here.
#pragma once

#include <string_view>

#include "count/report/report.h"

namespace paramscope::app {

/// The class at the root of what print() shows, where its FLOPs are not known and its modules are named as
/// transformers names them; "" for none. Whether transformers has the class, its code tells.
std::string_view class_to_read(const Report& report);

}  // namespace paramscope::app
