#pragma once

#include "adjust/equations.h"
#include "adjust/flow_probe.h"
#include "adjust/sizes.h"

namespace paramscope::adjust {

/// Joins the widths of a network of stages to multiples of the smallest, where all of them are. `sums` are
/// equations that are not solved yet: widths put side by side are of one network.
void join_stages(const SizedModel& sized, const ProbeResult& probe,
                 const std::vector<Requirements::Pair>& sums, Equations* equations);

}  // namespace paramscope::adjust
