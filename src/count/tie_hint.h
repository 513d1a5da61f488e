// Points out weights that may be tied, which print() does not show.
#pragma once

#include "count/report/report.h"

namespace paramscope {

/// Adds a note for a linear layer or embedding whose weight has the shape of an earlier embedding's and is not
/// tied: language models often share the two, and print() looks the same either way. The note shows the `tie:` line
/// to write. Only for plain prints: who writes variables can write ties.
void note_possible_ties(const Model& model, Report* report);

}  // namespace paramscope
