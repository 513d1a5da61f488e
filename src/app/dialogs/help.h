// The help dialog, a list of keyboard shortcuts, and the help menu.
#pragma once

#include "app/panel/address.h"
#include "app/panel/context.h"

namespace paramscope::app {

/// Draws the help dialog while it is open; Context::wanted opens it.
void draw_help(Context& context);

/// Draws the items of the help menu: pages, keys, the theme and the language.
void draw_help_menu(Context& context, Address& address);

}  // namespace paramscope::app
