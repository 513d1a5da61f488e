// Numbers as the interface shows them: exact with thousands separators, or three digits and a unit.
#pragma once

#include <string>
#include <string_view>

#include "algebra/integer.h"

namespace paramscope::app {

/// "6.74 B": K, M, B, T as people count parameters; exact below 10,000.
std::string short_count(Integer value);

/// "4.09 GMACs": SI prefixes before `unit`; exact below 1,000.
std::string short_work(Integer value, std::string_view unit);

/// "27.0 GB", in powers of 1000.
std::string short_bytes(Integer value);

/// `value`, which is not negative, with so many decimals.
std::string rounded(double value, int decimals);

/// "31.9 %", "<0.1 %", "100 %"; "" for nothing at all.
std::string percent(double share);

/// An approximation's error: "0.2 %", "3·10⁻⁶" where a percentage would show only zeros.
std::string relative_error(double error);

}  // namespace paramscope::app
