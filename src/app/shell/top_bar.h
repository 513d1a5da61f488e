// The bar above the panes: the model's name, which opens the search, and what can be done with the model.
#pragma once

#include <cstdint>
#include <string>

#include "app/dialogs/share_menu.h"
#include "app/panel/address.h"
#include "app/panel/context.h"

namespace paramscope::app {

class TopBar {
  public:
    void draw(Context& context, Address& address);

  private:
    void update(const Workspace& workspace);
    void draw_wide(Context& context, Address& address);
    void draw_narrow(Context& context, Address& address);
    void draw_model(Context& context, float most) const;

    ShareMenu share_menu_;
    std::string counted_for_;  ///< the type of the weights and the shape of the input
    std::uint64_t revision_ = 0;
};

/// Buttons for the steps of the text and the settings; their width.
void draw_undo_buttons(Workspace& workspace);
float undo_buttons_width();

}  // namespace paramscope::app
