// The help dialog: a list of keyboard shortcuts.
#pragma once

#include "app/panel/context.h"

namespace paramscope::app {

/// Draws the help dialog while it is open; Context::wanted opens it.
void draw_help(Context& context);

}  // namespace paramscope::app
