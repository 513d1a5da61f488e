// Keeps the host's address and the workspace in step, both ways.
#pragma once

#include <cstdint>

#include "app/document/state.h"
#include "platform/platform.h"

namespace paramscope::app {

class Address {
  public:
    /// Opens what the host says should be shown, if it does: an empty state is the first model. True when a
    /// model was opened.
    bool take(Workspace& workspace);

    /// Tells the host what is shown without its asking: the address need not say so.
    void show(const Workspace& workspace);

    /// Tells the host what is shown: another model at once, other changes when they have paused for a moment.
    void follow(const Workspace& workspace);

    /// Tells it now: what is shared is what is seen.
    void save(const Workspace& workspace);

  private:
    void tell(const Workspace& workspace, platform::StateChange change);

    std::uint64_t seen_ = 0;   ///< generation of the document whose change is waited for
    std::uint64_t saved_ = 0;  ///< generation of the document in the address
    std::uint64_t model_ = 0;  ///< generation of the model in the address
    double due_ = 0;
};

}  // namespace paramscope::app
