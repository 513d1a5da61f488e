// Writes the modules that source code builds as a model.
#pragma once

#include "model/model.h"
#include "open/python/evaluator.h"

namespace paramscope::open::python {

/// The model of a module, with warnings at the places of the source where a part is not known.
Model write_module(Evaluator& evaluator, InstanceObject& root, std::vector<Remark>* remarks);

}  // namespace paramscope::open::python
