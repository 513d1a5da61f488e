// The theme of the interface: that of the system, or one that the person chose.
#pragma once

namespace paramscope::app {

/// Menu items that choose one.
void theme_items();

}  // namespace paramscope::app
