// The ends of a total that depends on what the text leaves open: ties and buffers.
#pragma once

#include "count/report/report.h"

namespace paramscope {

/// Names the tensors that may be parameters or buffers (`ParameterOrBuffer(...)`), which a state_dict does
/// not tell, in `report->possible_buffers` and in a note.
void find_possible_buffers(Report* report);

/// Adds the range of the total to a report with possible ties or buffers: `parameters_min` is with all ties
/// and without those buffers, `parameters_max` the reverse. A lower bound becomes that with all ties (it has
/// no possible buffers); an estimate that with those that are tied by default, and it keeps the buffers.
void add_total_range(Report* report);

}  // namespace paramscope
