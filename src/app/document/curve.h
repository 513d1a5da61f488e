// A total as a function of one hyper-parameter: what the log-log plot shows.
#pragma once

#include <string_view>
#include <vector>

#include "app/document/measure.h"

namespace paramscope::app {

struct Sample {
    double at = 0;
    double exact = 0;
    double leading = 0;  ///< by the leading terms alone
};

/// Samples from left to right; gaps, where a total is no positive number, are left out.
struct Curve {
    std::vector<Sample> samples;
    double present = 0;        ///< the variable's own value
    bool has_leading = false;  ///< the leading terms are not all there is
};

/// The whole model's number, as a formula.
Polynomial total_of(const Report& report, Measure measure);

/// The root's number for about `count` values of a variable, from a sixteenth of its present value to
/// sixteen times it; whole numbers for one that is whole. All else stays as it is.
Curve curve_of(const Report& report, const Polynomial& total, std::string_view variable, int count);

}  // namespace paramscope::app
