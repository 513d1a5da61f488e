// Writes rooflines as an SVG picture that suits light and dark pages.
#pragma once

#include <span>
#include <string>

#include "count/report/roofline.h"

namespace paramscope {

/// One below the other: of each pass the device's roof and a mark for each layer of `report`.
std::string write_rooflines(const Report& report, std::span<const Roofline> lines);

/// "H100 SXM, decode: 989 TFLOP/s of float16, 3.35 TB/s; layer by layer at least 4.18 ms, 3% bound by compute".
std::string roofline_heading(const Roofline& line);

}  // namespace paramscope
