// The line below the editor that counts the problems.
#pragma once

#include "app/editor/problem_list.h"

namespace paramscope::app {

/// Draws the line, which says all problems to screen readers, too. True when the next problem is wanted.
bool draw_problem_strip(const ProblemList& problems);

}  // namespace paramscope::app
