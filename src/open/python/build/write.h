// Writes the modules that source code builds as a model.
#pragma once

#include "model/model.h"
#include "open/python/state/evaluator.h"

namespace paramscope::open::python {

class ForwardPass;

/// The model of a module, with warnings at the places of the source where a part is not known.
/// `forward` gives the forward lines; nullptr for none.
Model write_module(Evaluator& evaluator, InstanceObject& root, const ForwardPass* forward,
                   std::vector<Remark>* remarks);

}  // namespace paramscope::open::python
