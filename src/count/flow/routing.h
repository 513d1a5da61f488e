// Mixtures of experts: which share of the tokens each expert gets.
#pragma once

#include "count/environment/environment.h"
#include "count/tree/tree.h"

namespace paramscope {

/// Sets Node::share of the experts that forward lines route to: k/n for `route(experts, x, k=2)` with n
/// experts. A module named `experts` whose parent has no forward line gets an unknown share.
void set_expert_shares(Tree* tree, const Environment& environment, Diagnostics* diagnostics);

}  // namespace paramscope
