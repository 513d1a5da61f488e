// The button that makes a printed model adjustable.
#pragma once

#include "app/document/state.h"

namespace paramscope::app {

/// Draws the button, and why a text stayed as it was; nothing for a text that has hyper-parameters.
void draw_make_adjustable(Workspace& workspace);

}  // namespace paramscope::app
