// Draws the log-log plot of a total over one hyper-parameter, exact and by its leading terms.
#pragma once

#include <cstdint>
#include <string>

#include "app/document/curve.h"
#include "app/panel/context.h"
#include "app/pictures/picture_keys.h"
#include "app/values/knobs.h"
#include "formats/pictures/ink.h"

namespace paramscope::app {

class CurvePicture {
  public:
    void draw(Context& context, Measure measure, ImVec2 corner, ImVec2 size, bool still);
    void write(Ink& ink, ImVec2 size) const;

    /// False when the total depends on no hyper-parameter.
    bool has_variables() const { return !variables_.empty(); }
    /// Draws a button with the current variable, which opens the list of variables.
    void draw_choice(float widest);
    /// The width of that button where the name is not cut.
    float choice_width() const;

    /// Updates the plot from a new report.
    void update(Context& context, Measure measure);

  private:
    /// Maps values to positions in the picture.
    struct Axis {
        double low = 0;  ///< logarithms
        double high = 1;
        float from = 0;  ///< pixels
        float to = 1;

        float at(double value) const;
        double value_at(float place) const;
    };

    void fit(ImVec2 size, Axis& across, Axis& up) const;
    void draw_axes(Ink& ink, const Axis& across, const Axis& up) const;
    void draw_curves(Ink& ink, const Axis& across, const Axis& up) const;
    void draw_key(Ink& ink, const Axis& across, const Axis& up) const;
    void draw_pointer(Ink& ink, ImVec2 corner, const Axis& across, const Axis& up) const;

    /// Where the present value is on the curve.
    Point point(const Axis& across, const Axis& up) const;
    /// Lets the point be moved by the pointer and by keys; true while it is pointed at.
    bool drag_point(ImVec2 corner, const Axis& across, const Axis& up);
    bool hold_point(ImVec2 middle);
    Integer value_near(double at) const;
    std::optional<Integer> describe_point(const PictureKeys& keys, ImVec2 middle) const;

    std::uint64_t revision_ = 0;
    std::uint64_t ranges_ = 0;
    Measure measure_ = Measure::Parameters;
    std::vector<std::string> variables_;
    std::string variable_;
    std::string drawn_variable_;
    Curve curve_;
    std::optional<Knob> knob_;  ///< of the variable
    bool is_dragging_ = false;  ///< the point
};

}  // namespace paramscope::app
