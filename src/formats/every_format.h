// All output formats: report_formats(), and those that need more code than a program for reading has.
#pragma once

#include <string_view>
#include <vector>

#include "formats/support/write.h"

namespace paramscope {

/// report_formats(), derivation_formats(), and pictures that need more code.
std::vector<ReportFormat> every_format();

/// The writer of one of these, nullptr when there is none of that name.
ReportWriter find_any_writer(std::string_view name);

}  // namespace paramscope
