// Limits that the comment of a hyper-parameter states for its values.
#pragma once

#include <optional>
#include <string_view>

#include "algebra/integer.h"

namespace paramscope {

/// `d = 768  # width; multiples of 96`, `kv = 1024  # divides 4096`, `kv = 1024  # multiples of 64 that
/// divide 4096`.
struct ValueLimits {
    std::optional<Integer> multiple_of;
    std::optional<Integer> divides;

    /// The number nearest to `wanted` that fits; `wanted` itself where nothing is stated. At least 1.
    Integer nearest(Integer wanted) const;
    /// The next number that fits above `value`, or below it; `value` where there is none.
    Integer next(Integer value, bool is_up) const;
};

/// Reads the last words of a comment; nothing where they state no limit.
ValueLimits read_value_limits(std::string_view comment);

}  // namespace paramscope
