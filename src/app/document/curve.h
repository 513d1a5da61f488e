// Samples a total as a function of one hyper-parameter, for the log-log plot.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "count/report/measure.h"

namespace paramscope::app {

struct Sample {
    double at = 0;
    double exact = 0;
    double leading = 0;  ///< by the leading terms alone
};

/// Samples from left to right; positions where the total is not positive are omitted.
struct Curve {
    std::vector<Sample> samples;
    double present = 0;        ///< the variable's current value
    double total = 0;          ///< there; 0 when it is not positive
    bool has_leading = false;  ///< the formula has terms besides the leading ones
};

/// The formula of the whole model's total.
Polynomial total_of(const Report& report, Measure measure);

/// The first and the last value of a curve, positive.
struct CurveEnds {
    double low = 1;
    double high = 1;
};

/// Samples the root's total at about `count` values of a variable, from a sixteenth of its current value to
/// sixteen times it unless `ends` are given; integers for an integer variable. All other variables keep their
/// values.
Curve curve_of(const Report& report, const Polynomial& total, std::string_view variable, int count,
               std::optional<CurveEnds> ends = std::nullopt);

}  // namespace paramscope::app
