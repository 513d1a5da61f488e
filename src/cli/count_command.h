// The command itself: reads a model, counts it, prints the report.
#pragma once

#include "cli/options.h"

namespace paramscope::cli {

/// What the program returns to its caller.
inline constexpr int kCounted = 0;
inline constexpr int kWrongInput = 1;
inline constexpr int kWrongUsage = 2;
inline constexpr int kDifferent = 3;  ///< two models that were compared are not the same

/// Counts the model that the command line names; returns the exit status.
int count_command(const CommandLine& line);

/// Prints to standard output; returns the exit status.
int print_output(std::string_view text);

}  // namespace paramscope::cli
