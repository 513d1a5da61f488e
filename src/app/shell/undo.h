// The keys that take back and do again, and the pauses that end a step.
#pragma once

#include <cstdint>

#include "app/document/state.h"

namespace paramscope::app {

class Undo {
  public:
    /// Call it once, before the first frame.
    static void claim_keys();

    /// Call it in each frame. `text_edited`: the keyboard is in the model text, whose steps these are; other
    /// fields have steps of their own until they are left.
    void follow(Workspace& workspace, bool text_edited);

  private:
    std::uint64_t seen_ = 0;  ///< generation of the document
    double due_ = 0;          ///< when the pause is long enough
};

}  // namespace paramscope::app
