// Handles the undo and redo keys, and the pauses that end a step.
#pragma once

#include <cstdint>

#include "app/document/state.h"

namespace paramscope::app {

class Undo {
  public:
    /// Call it once, before the first frame.
    static void claim_keys();

    /// Handles the keys; call it in each frame. `text_edited`: the model text has the keyboard focus; other
    /// fields have their own undo until they lose it.
    void follow(Workspace& workspace, bool text_edited);

  private:
    std::uint64_t seen_ = 0;  ///< generation of the document
    double due_ = 0;          ///< time when the pause is long enough
};

}  // namespace paramscope::app
