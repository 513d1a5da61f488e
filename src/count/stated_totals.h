// Compares the total of a model with the one that its text states beside the tree.
#pragma once

#include "count/report/report.h"

namespace paramscope {

/// Adds a warning when the text gives another total. A larger one makes the count a lower bound, a smaller
/// one an estimate.
void compare_stated_total(Report* report);

}  // namespace paramscope
