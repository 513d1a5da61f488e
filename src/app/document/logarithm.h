// Computes logarithms with the precision of a plot: those of double precision need 12 kB of tables.
#pragma once

#include <cmath>

namespace paramscope::app {

inline float log2_of(double value) {
    return std::log2(static_cast<float>(value));
}

inline float exp2_of(double value) {
    return std::exp2(static_cast<float>(value));
}

}  // namespace paramscope::app
