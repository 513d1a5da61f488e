// The keys that do something, over everything else.
#pragma once

#include "app/shell/context.h"

namespace paramscope::app {

/// Shows the keys once they are wanted, until they are dismissed.
void draw_help(Context& context);

}  // namespace paramscope::app
