// How the interface says whether a plan of memory fits into a device.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "count/cost/memory_fit.h"

namespace paramscope::app {

/// "fits", "too small", or what is known instead.
std::string_view fits_word(const Fit& fit);

ImU32 fits_colour(Fits fits);

/// "batch ≤ 137 · tokens ≤ 17,642": the first `most` sizes; none of which not even 1 fits.
std::string sizes_text(const Fit& fit, std::size_t most = SIZE_MAX);

/// The room of a device for tensors, in gigabytes.
float gigabytes_of(const Fit& fit);

/// "about 8.90 GB"; "unknown".
std::string size_text(const Quantity& bytes);

}  // namespace paramscope::app
