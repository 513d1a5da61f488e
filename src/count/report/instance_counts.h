// The work of a whole report: each module's own, and how often it is done.
#pragma once

#include <vector>

#include "count/report/conventions.h"
#include "count/report/report.h"

namespace paramscope {

/// How often each node's own work is done in one pass through the root: the repeats of it and all above it.
std::vector<Polynomial> times_done(const Report& report);

/// A row's own work with the rule it was counted by.
OwnWork own_work(const NodeReport& row);

/// The value of a formula at the report's hyper-parameters, where it is known and whole.
Quantity value_of(const Report& report, Polynomial formula, bool complete = true);

}  // namespace paramscope
