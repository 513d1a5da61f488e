// Has a text made adjustable by the host, which a browser does in a worker.
#pragma once

#include "app/document/state.h"

namespace paramscope::app {

class RemoteAdjust {
  public:
    /// Takes the answer, ends what is wanted no longer, and asks for what is: call it in each frame.
    void follow(Workspace& workspace);

    /// Seconds since the host was asked.
    double seconds() const;

  private:
    bool is_asked_ = false;  ///< an answer is on its way
    double began_at_ = 0;
};

}  // namespace paramscope::app
