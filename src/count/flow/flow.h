// Sends the model's inputs through its tree: every module's shapes and work.
#pragma once

#include "count/environment.h"
#include "count/tree.h"

namespace paramscope {

/// How many calls of modules one forward pass may make.
inline constexpr std::uint32_t kMostCalls = 2'000'000;

/// Runs the forward pass on shapes. Fills in each node's work, input, output and whether they are known;
/// nodes it does not reach keep `calls == 0`. Without inputs only modules with a stated shape are run.
void run_flow(Tree* tree, const Environment& environment, Diagnostics* diagnostics);

}  // namespace paramscope
