// Synchronises the host's address and the workspace.
#pragma once

#include <cstdint>

#include "app/document/state.h"
#include "app/document/text_parts.h"
#include "platform/platform.h"

namespace paramscope::app {

class Address {
  public:
    /// Opens the model that the host requests, for an empty state the default one; true when there was one.
    bool take(Workspace& workspace);

    /// Saves a state the host did not request: the address may omit it.
    void show(const Workspace& workspace);

    /// Saves the state: of another model at once, unless its text is long; after a short pause otherwise.
    void follow(const Workspace& workspace);

    /// Saves the state immediately, before sharing it.
    void save(const Workspace& workspace);

  private:
    void tell(const Workspace& workspace, platform::StateChange change);
    bool send_long_text(const Workspace& workspace);

    std::uint64_t seen_ = 0;   ///< generation of the document whose change is pending
    std::uint64_t saved_ = 0;  ///< generation of the document in the address
    std::uint64_t model_ = 0;  ///< generation of the model in the address
    std::uint64_t text_ = 0;   ///< version of the text in the address; 0: not known
    TextParts parts_{platform::add_state_text};
    double due_ = 0;
};

}  // namespace paramscope::app
