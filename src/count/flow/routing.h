// Mixtures of experts: which share of the tokens each expert gets.
#pragma once

#include "count/environment/environment.h"
#include "count/tree/tree.h"

namespace paramscope {

/// Sets Node::share of the experts that forward lines route to: k/n for `route(experts, x, k=2)` with n
/// experts. Experts whose mixture has no forward line have the share that its argument `top_k` tells, else an
/// unknown one.
void set_expert_shares(Tree* tree, const Environment& environment, Diagnostics* diagnostics);

}  // namespace paramscope
