// The panel of hyper-parameters and the input shape: sliders and number fields.
#pragma once

#include <imgui.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "app/panel/context.h"
#include "app/ui/kept_field.h"
#include "model/value_limits.h"

namespace paramscope::app {

/// A number that the panel changes: a hyper-parameter, or a number that shapes the model of source code.
struct Knob {
    std::string name;
    Rational value;
    std::optional<Integer> usual;  ///< the value where it is not set by hand; nullopt when unknown
    std::string explanation;       ///< beside the name
    std::string hint;              ///< of the tooltip
    bool is_set = false;           ///< by hand
    ValueLimits limits;            ///< that the text states
    std::function<void(const Rational&)> set;
};

class ParametersPanel {
  public:
    void draw(Context& context);

  private:
    void draw_knobs(Workspace& workspace);
    void draw_knob(const Knob& knob);
    void draw_value_field(const Knob& knob, float width);
    void draw_input(Context& context);
    void draw_build(Workspace& workspace);
    bool edit_code(const char* id, std::string_view name, std::string& value, float width, bool is_wrong);

    KeptField fields_;
};

/// The range of a slider: a few doublings around the usual value.
struct SliderRange {
    Integer low = 1;
    Integer high = 1;

    /// The position of a value on the slider, 0 to 1, on a logarithmic scale.
    float position(Integer value) const;
    /// The value at a position, rounded to a sixteenth of the next power of two.
    Integer value_at(float position) const;
};

/// The range for a hyper-parameter with usual value `usual` and current value `value`, both positive.
SliderRange slider_range(Integer usual, Integer value);

}  // namespace paramscope::app
