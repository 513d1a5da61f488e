// Ties of a model's weights that a config may make or leave out, and that no print shows.
#pragma once

#include <vector>

#include "model/model.h"

namespace paramscope::open::python {

/// The ties that both models have, as they are, and as possible ones those that one of them has.
std::vector<Tie> ties_of_either(const std::vector<Tie>& one, const std::vector<Tie>& other);

}  // namespace paramscope::open::python
