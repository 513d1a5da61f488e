// Checks what a model may have at most: --max-params, --max-flops, --max-memory.
#pragma once

#include <string_view>

#include "cli/options.h"
#include "count/report/report.h"

namespace paramscope::cli {

/// True if the model is within the limits of the command line. Prints an error for each limit that it
/// exceeds, or that cannot be checked because a number is unknown, a bound, or an estimate on either side of
/// which the limit may be.
bool keeps_limits(const CommandLine& line, std::string_view source, const Report& report);

}  // namespace paramscope::cli
