// Finds weights that may be one tensor: print() looks the same whether a language model shares the matrix of
// its embedding with its output layer or not.
#pragma once

#include "count/environment/environment.h"
#include "count/report/report.h"
#include "count/tree/tree.h"

namespace paramscope {

/// Adds the pairs of weights that may be tied to `report->possible_ties`, each with a diagnostic that shows
/// the `tie:` line to write and names the type, if there is one, that ties them by default. Leaves out texts
/// whose modules are written with hyper-parameters, unless they say `basis: printed`: who writes those can
/// write ties.
void find_possible_ties(const Model& model, const Environment& environment, const Tree& tree, Report* report);

}  // namespace paramscope
