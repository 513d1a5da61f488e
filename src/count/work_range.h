// The ends of a model's work where the text says with which numbers it is least and most.
#pragma once

#include "count/report/report.h"

namespace paramscope {

/// Adds the bounds of the whole model's work to a report with its variables; none where one of the numbers
/// that decide it was set from outside.
void add_work_range(Report* report);

}  // namespace paramscope
