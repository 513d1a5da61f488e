// Shows over the panes what is on its way, a count or the search for hyper-parameters, with a button that
// stops it, and that a count was stopped.
#pragma once

#include <string>

#include "app/document/state.h"
#include "app/shell/remote_adjust.h"
#include "app/shell/remote_count.h"
#include "app/words/words.h"

namespace paramscope::app {

class WorkBar {
  public:
    /// Draws it where there is something to say. Escape stops what is on its way.
    void draw(Workspace& workspace, RemoteCount& count, const RemoteAdjust& adjust);

  private:
    void draw_count(Workspace& workspace, RemoteCount& count);
    void draw_adjust(Workspace& workspace, const RemoteAdjust& adjust);
    void draw_stopped(Workspace& workspace);
    void claim_escape(bool claims);
    void say_once(const std::string& words);

    std::string said_;  ///< what is announced at present
    bool has_escape_ = false;
};

}  // namespace paramscope::app
