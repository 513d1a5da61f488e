// Counts a model and prints the report; the exit statuses of the program.
#pragma once

#include "cli/options.h"

namespace paramscope::cli {

/// Exit statuses of the program.
inline constexpr int kCounted = 0;
inline constexpr int kWrongInput = 1;
inline constexpr int kWrongUsage = 2;
inline constexpr int kDifferent = 3;  ///< --compare found differences

/// Counts the model of the command line and prints its report. Returns the exit status.
int count_command(const CommandLine& line);

/// Prints `text` to standard output. Returns the exit status.
int print_output(std::string_view text);

}  // namespace paramscope::cli
