// The menu below the editor that names what an opened text was read as, and reads it as something else.
#pragma once

#include "app/panel/context.h"

namespace paramscope::app {

/// The height of the menu with the space above it; 0 where the text was not opened as one of several formats.
float reading_menu_height(const Context& context);

void draw_reading_menu(const Context& context);

}  // namespace paramscope::app
