// Plans the memory that a command line asks for, and checks what a model may have at most: --max-params,
// --max-flops, --max-memory.
#pragma once

#include <optional>
#include <string_view>

#include "cli/options.h"
#include "count/report/report.h"

namespace paramscope::cli {

/// Makes the plan that the command line asks for; none where it asks for no memory. Prints an error and
/// returns false if the options name a module that the model lacks.
bool plan_asked_memory(const CommandLine& line, std::string_view source, const Report& report,
                       std::optional<MemoryPlan>* plan);

/// True if the model is within the limits of the command line. Prints an error for each limit that it
/// exceeds, or that cannot be checked because a number is unknown, a bound, or an estimate on either side of
/// which the limit may be.
bool keeps_limits(const CommandLine& line, std::string_view source, const Report& report,
                  const std::optional<MemoryPlan>& plan);

}  // namespace paramscope::cli
