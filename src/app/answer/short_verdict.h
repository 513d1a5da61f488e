// Draws the verdict beside the totals: whether the model fits the chosen device.
#pragma once

#include "app/panel/context.h"

namespace paramscope::app {

/// Draws the verdict into the rest of the line, or nothing where the memory is not known. A click opens
/// InspectorView::Memory.
void draw_short_verdict(Context& context);

}  // namespace paramscope::app
