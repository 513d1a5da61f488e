// Counts in another thread of the host what takes longer than a frame.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "app/document/state.h"
#include "app/document/text_parts.h"
#include "app/panel/context.h"
#include "platform/platform.h"
#include "transfer/receiver.h"

namespace paramscope::app {

class RemoteCount {
  public:
    /// Takes what has arrived: call it in each frame, of which it takes a part.
    void take(Workspace& workspace);
    /// Takes what has arrived between frames, most of which show nothing new meanwhile.
    void take_between_frames(Workspace& workspace);
    /// Asks for what is wanted: call it when the workspace is up to date.
    void ask(Context& context);
    /// Ends the counting; the report stays the earlier one.
    void stop(Workspace& workspace);

    /// What is done at present, and which share of the answer has arrived: 0 before its beginning.
    platform::CountPhase phase() const { return platform::count_phase(); }
    float arrived() const;
    /// Seconds since the count was asked for.
    double seconds() const;

  private:
    void take_blocks(Workspace& workspace);
    void free_old_reports(Workspace& workspace);

    std::optional<transfer::Receiver> receiver_;  ///< while the host counts
    std::uint64_t sent_version_ = 0;              ///< of the text that is sent to the host; 0: none
    bool has_text_ = false;                       ///< the host has all of it
    TextParts parts_{platform::add_counted_text};
    bool has_failed_ = false;  ///< an answer made no sense: the page counts from then on
    double began_at_ = 0;
    std::deque<Report> old_;  ///< reports to be freed
};

}  // namespace paramscope::app
