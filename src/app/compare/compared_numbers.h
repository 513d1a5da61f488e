// Numbers of two models side by side, as texts.
#pragma once

#include <string>

#include "count/report/report.h"

namespace paramscope::app {

/// Formats a number where the space is too small for all digits.
using Shorten = std::string (*)(Integer);

/// short_count() for parameters, short_work() for MACs and FLOPs, short_bytes(): in the order of
/// CauseMeasure.
Shorten shorten_of(int measure);

/// All digits.
std::string with_thousands_of(Integer value);

/// "1,234", "≥ 1,234" or "?".
std::string amount_text(const Quantity& quantity, Shorten write);

/// "+1,234", "−5", "=" for equal quantities, "" where one is unknown.
std::string difference_text(const Quantity& a, const Quantity& b, Shorten write);

/// "1.50 ×"; "" when the ratio is undefined.
std::string ratio_text(const Quantity& a, const Quantity& b);

}  // namespace paramscope::app
