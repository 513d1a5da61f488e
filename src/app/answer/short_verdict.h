// The verdict beside the totals: whether the model runs on the chosen device, and the way to what that is of.
#pragma once

#include "app/panel/context.h"

namespace paramscope::app {

/// Draws it into the rest of the line; nothing where the memory is not known. A click shows all of it.
void draw_short_verdict(Context& context);

}  // namespace paramscope::app
