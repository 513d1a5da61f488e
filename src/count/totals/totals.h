// Sums up tensors and work from the leaves to the root and fills the report's nodes.
#pragma once

#include "count/environment/environment.h"
#include "count/report/conventions.h"
#include "count/report/options.h"
#include "count/report/report.h"
#include "count/tree/tree.h"

namespace paramscope {

/// Fills `nodes`, `bytes`, `bits`, `trainable` and `expanded` of the report. Runs after the flow; consumes
/// the tree.
void sum_up(Tree&& tree, const Environment& environment, const Convention& convention,
            const CountOptions& options, Report* report);

}  // namespace paramscope
