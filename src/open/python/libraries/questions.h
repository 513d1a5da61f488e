// What code asks of a model: the inputs that it hands to libraries which measure, trace or export one.
#pragma once

#include <string_view>

#include "open/python/state/evaluator.h"

namespace paramscope::open::python {

/// Keeps the inputs that a function of a library gets with a module as though the module were called with
/// them: `profile(model, inputs=(x,))`, `summary(model, input_size=(1, 3, 32, 32))`. `function` is its full
/// name, which tells whether sizes have a batch.
void note_question(Evaluator& e, std::string_view function, const Arguments& arguments);

}  // namespace paramscope::open::python
