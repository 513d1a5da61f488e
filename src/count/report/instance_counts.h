// How often the modules of a report exist, and how often their work is done.
#pragma once

#include <vector>

#include "count/report/report.h"

namespace paramscope {

/// Report::instances of every module, in one pass and as far as a picture needs: rounded beyond 2^53, capped
/// at 1e60, unknown repeats taken as one.
std::vector<double> instance_counts(const Report& report);

/// How often each module's NodeReport::work is done in one pass through the root, as formulas: the repeats of
/// the module and of all modules around it, but for those that the work includes
/// (NodeReport::repeats_followed).
std::vector<Polynomial> work_counts(const Report& report);

}  // namespace paramscope
