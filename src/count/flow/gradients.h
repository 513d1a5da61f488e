// Which gradients a training step leaves out: those of the model's inputs, of buffers, and of what is
// computed from these alone.
#pragma once

#include <span>

#include "count/tree/tree.h"
#include "layers/signal.h"

namespace paramscope {

/// What a result of all `inputs` depends on; Inputs for none.
Signal::Source source_of(std::span<const Signal> inputs);

/// Marks a signal and its items as depending on `source`.
void set_source(Signal::Source source, Signal* signal);

/// Adds the work of one call of a layer to its node, and the MACs of the gradients that it leaves out.
void add_layer_work(const Work& work, std::span<const Signal> inputs, Node* node);

/// Adds the work of a function of `operands` to the node that calls it, and the MACs of the gradients that it
/// leaves out.
void add_function_work(const Work& work, std::span<const Signal> operands, Node* node);

/// Ends the call of a repeated module, the nodes from `first` to the one before `end`: gradients that only
/// the first of `repeats` equal runs leaves out are left out once.
void end_first_run(const Polynomial& repeats, bool is_of_model, Tree* tree, std::uint32_t first,
                   std::uint32_t end);

}  // namespace paramscope
