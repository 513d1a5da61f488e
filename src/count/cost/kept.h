// The bytes that autograd keeps of a forward pass in training: tensors that the backward pass needs, each
// once.
#pragma once

#include <cstddef>
#include <string_view>

#include "count/report/report.h"

namespace paramscope {

/// How many steps of modules are followed: modules that call modules twice at many depths have more.
inline constexpr std::size_t kMostFollowedSteps = 400'000;

/// What is allocated by a forward pass and still there after it, besides weights and inputs: the tensors that
/// layers, functions and operators keep (count/cost/keeps.h), as eager PyTorch does. Two that keep one tensor
/// keep it once; a view keeps what it is a view of. `dtype` is that of the values. The basis is Partial where
/// a part is not known, and Approximate where attention is assumed to be done by a fused kernel.
Quantity kept_bytes(const Report& report, std::string_view dtype);

}  // namespace paramscope
