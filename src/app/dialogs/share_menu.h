// The Share button and its menu: a link, embed code, an offline copy.
#pragma once

#include "app/panel/address.h"
#include "app/panel/context.h"

namespace paramscope::app {

class ShareMenu {
  public:
    /// The button's width.
    static float width();

    /// Draws the button, and the menu while it is open.
    void draw(Context& context, Address& address);
};

}  // namespace paramscope::app
