// Shows over the panes that a count is on its way, with a button that stops it, and that one was stopped.
#pragma once

#include <string>
#include <string_view>

#include "app/document/state.h"
#include "app/shell/remote_count.h"
#include "app/ui/words.h"

namespace paramscope::app {

class CountBar {
  public:
    /// Draws it where there is something to say. Escape stops the count.
    void draw(Workspace& workspace, RemoteCount& count);

  private:
    void claim_escape(bool claims);
    void say_once(const std::string& words);
    bool show(std::string_view words, float share, Word button_label) const;

    std::string said_;  ///< what is announced at present
    bool has_escape_ = false;
};

}  // namespace paramscope::app
