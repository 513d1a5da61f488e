// Finds weights that may be one tensor: print() looks the same whether a language model shares the matrix of
// its embedding with its output layer or not.
#pragma once

#include "count/environment/environment.h"
#include "count/report/report.h"
#include "count/tree/tree.h"

namespace paramscope {

/// Ties the weights that the type of a module around them ties by default, with a note. The other pairs that
/// may be tied go to `report->possible_ties`, each with a diagnostic that shows the `tie:` line to write.
/// Leaves out texts whose modules are written with hyper-parameters, unless they say `basis: printed`: who
/// writes those can write ties.
void settle_ties(const Model& model, const Environment& environment, Tree* tree, Report* report);

/// Adds the range of the total to a report with possible ties: `parameters_min` with all of them,
/// `parameters_max` with none. A total that is a lower bound becomes that with all of them.
void add_tie_range(Report* report);

}  // namespace paramscope
