// Mixture of experts: which modules see a part of the tokens only.
#pragma once

#include "count/environment.h"
#include "count/tree.h"

namespace paramscope {

/// Gives the modules that forward lines route to (`route(experts, x, k=2)`) their share: of n experts, each
/// token goes to k. Experts that no line routes to have an unknown one.
void find_routes(Tree* tree, const Environment& environment, Diagnostics* diagnostics);

}  // namespace paramscope
