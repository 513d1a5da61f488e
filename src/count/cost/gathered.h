// What a device has as a whole, while a pass runs, of weights that devices share or that the host has.
#pragma once

#include "count/cost/memory_options.h"
#include "count/passes/trained.h"

namespace paramscope {

/// Bytes of weights and gradients that are whole: all outside of blocks during the pass, of the largest block
/// while it runs, and the weights of the next one. A block is what recomputation has (activations.h). Source:
/// PyTorch's FullyShardedDataParallel, each block wrapped: the root is not divided again after the forward
/// pass, and the next block is gathered while one runs (BackwardPrefetch.BACKWARD_PRE).
Polynomial gathered_bytes(const Report& report, const MemoryOptions& options, const Trained& trained);

}  // namespace paramscope
