// The panel of hyper-parameters and the input shape: sliders and number fields.
#pragma once

#include <imgui.h>

#include <string>
#include <string_view>

#include "app/panel/context.h"
#include "app/ui/kept_field.h"
#include "app/values/knob_slider.h"

namespace paramscope::app {

class ParametersPanel {
  public:
    void draw(Context& context);

  private:
    void draw_knobs(Context& context);
    void draw_knob(Context& context, const Knob& knob);
    void draw_value_field(const Knob& knob, float width);
    void draw_input(Context& context);
    void draw_build(Workspace& workspace);
    bool edit_code(const char* id, std::string_view name, std::string& value, float width, bool is_wrong);

    KeptField fields_;
    KnobSlider sliders_;
};

}  // namespace paramscope::app
