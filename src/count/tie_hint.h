// What print() cannot tell: whether two weights of one shape are one tensor.
#pragma once

#include "count/report/report.h"

namespace paramscope {

/// Language models often share their embedding with the output layer, and print() looks the same. Where the
/// text ties nothing and a weight has the shape of an embedding's, adds a note that says so and how to write
/// it.
void note_possible_ties(const Model& model, Report* report);

}  // namespace paramscope
