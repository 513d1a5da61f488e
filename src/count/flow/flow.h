// The forward pass on shapes. It sends the model's inputs through the tree of modules, so that each module
// gets its input and output shape and its work. FlowRunner calls modules, LineEvaluator evaluates one forward
// line, ListOperations calls several modules (each, branches, route, ...), and an Attempt holds what a trial
// run of a library rule reports.
#pragma once

#include "count/environment/environment.h"
#include "count/flow/recorder.h"
#include "count/tree/tree.h"

namespace paramscope {

/// How many calls of modules one forward pass may make.
inline constexpr std::size_t kMaxModuleCalls = 1'500'000;

/// Runs the forward pass. Sets work, input, output and their known flags of each node; nodes that it does not
/// reach keep `calls == 0`. Without inputs only modules with a stated input shape are called.
void run_flow(Tree* tree, const Environment& environment, Mode mode, Diagnostics* diagnostics,
              FlowRecorder* recorder = nullptr);

}  // namespace paramscope
