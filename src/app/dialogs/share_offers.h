// The items of the share menu: a link, code for another page, an offline copy.
#pragma once

#include "app/panel/context.h"

namespace paramscope::app {

/// Draws the items into the open menu, and performs the chosen one.
void draw_share_offers(Context& context);

}  // namespace paramscope::app
