// The memory over a pass in the tab of memory: a picture to point at, and what is alive at the peak.
#pragma once

#include <string>
#include <vector>

#include "app/panel/context.h"
#include "count/cost/time_line.h"
#include "formats/pictures/time_line_picture.h"

namespace paramscope::app {

class TimeLineView {
  public:
    /// `has_changed`: the plan is another one than in the last frame.
    void draw(Context& context, const MemoryPlan& plan, bool has_changed);

  private:
    void update(const Report& report, const MemoryPlan& plan);
    TimeLineStyle style(ImVec2 size, const MemoryPlan& plan) const;
    std::string place_of(const Moment& moment) const;
    std::string in_words(const MemoryPlan& plan) const;
    void handle_pointer(Context& context, const TimeLineLayout& layout, ImVec2 corner,
                        TimeLineStyle* style) const;
    void draw_alive(Context& context) const;

    TimeLine line_;
    std::vector<std::string> modules_;      ///< at work in each moment
    std::vector<std::string> alive_names_;  ///< of the rows that are alive at the peak
};

}  // namespace paramscope::app
