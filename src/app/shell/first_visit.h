// The row that a first visitor sees: models to begin with, shipped ones and files as they are brought.
#pragma once

#include <cstdint>
#include <optional>

#include "app/panel/context.h"

namespace paramscope::app {

class FirstVisit {
  public:
    /// Shows the row while the present model is the one that is open, unless a model was opened or the row
    /// closed on this device before.
    void begin(const Workspace& workspace);
    /// Draws the row, where it is shown; a model chosen in it is opened.
    void draw(Context& context);

  private:
    void end();

    std::optional<std::uint64_t> generation_;  ///< of the model that the row is shown with
};

}  // namespace paramscope::app
