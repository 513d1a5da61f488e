// The modules that a config of transformers describes, as those that its library would make.
#pragma once

#include <string_view>
#include <vector>

#include "model/model.h"
#include "open/python/state/evaluator.h"

namespace paramscope::open::python {

/// Gives `owner` the parts of the model that a config.json describes: layers, tensors, shared ones. What the
/// reader of configs is not sure of becomes a doubt.
void add_configured_parts(Evaluator& e, InstanceObject& owner, std::string_view config);

/// The inputs of that model: `(batch, tokens)`, with numbers for its own sizes.
std::vector<Input> configured_inputs(std::string_view config);

}  // namespace paramscope::open::python
