// The settings of a plan of memory as recipes and chips. A chip names a setting and its value, and opens the
// list of its values.
#pragma once

#include "count/cost/memory_plan.h"

namespace paramscope::app {

/// Draws the recipes, the one that the options follow marked. Choosing another one sets the options, but for
/// devices and for what engines and kernels do.
void draw_recipes(MemoryOptions* options);

/// Draws the settings of inference or training, as many a line as there is room for.
void draw_memory_chips(MemoryOptions* options);

}  // namespace paramscope::app
