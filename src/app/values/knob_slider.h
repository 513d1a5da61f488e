// The slider of a knob: its track, its ends to click on and type, and a button that runs it.
#pragma once

#include <imgui.h>

#include <string>

#include "app/document/sliders/slider_run.h"
#include "app/panel/context.h"
#include "app/ui/kept_field.h"
#include "app/values/knobs.h"

namespace paramscope::app {

class KnobSlider {
  public:
    /// Draws the line of a knob that has a slider; `top` is the upper left corner of all of the knob. What
    /// stands beside the track becomes a control when the knob is pointed at or has the keyboard.
    void draw(Context& context, const Knob& knob, ImVec2 top);
    /// Forgets what runs in another model.
    void follow(const Workspace& workspace);

  private:
    void draw_track(const Knob& knob, const SliderRange& range);
    void draw_play(const Knob& knob, const SliderRange& range, bool is_control);
    void draw_end(Context& context, const Knob& knob, SliderRange range, bool is_high, bool is_control);
    void press_play(const Knob& knob, const SliderRange& range);
    /// Moves the slider on when it runs.
    void run(Context& context, const Knob& knob, const SliderRange& range);
    void stop();
    void set_range(Context& context, const Knob& knob, const SliderRange& range);
    /// Notes that the last item, a control of the knob, has the keyboard.
    void note_focus(const Knob& knob);

    KeptField fields_;
    SliderRun run_;
    std::string focused_;  ///< the knob that had the keyboard last
    std::uint64_t model_ = 0;
};

}  // namespace paramscope::app
