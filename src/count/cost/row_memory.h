// The memory of each row of the tree in a pass.
#pragma once

#include <vector>

#include "count/cost/memory_plan.h"

namespace paramscope {

/// Bytes on one device of the tensors that each row and all below it make in a pass, those of all instances
/// together. Training: what is kept for the backward pass when it begins. Inference: the most that is there
/// at a time. Empty where no input is known and where
/// a device has a part of the layers alone; bounds from below where the plan's total is one.
std::vector<Integer> memory_of_rows(const Report& report, const MemoryPlan& plan);

}  // namespace paramscope
