// Sums a counted tree up: every node's numbers, formulas and status.
#pragma once

#include "count/environment.h"
#include "count/options.h"
#include "count/report/conventions.h"
#include "count/report/report.h"
#include "count/tree.h"

namespace paramscope {

/// Fills `report->nodes` and `report->bytes` from the tree after the flow ran.
void sum_up(Tree&& tree, const Environment& environment, const Convention& convention,
            const CountOptions& options, Report* report);

}  // namespace paramscope
