// Counts a model and prints the report; the exit statuses of the program.
#pragma once

#include <string>

#include "cli/options.h"
#include "count/count.h"
#include "open/open.h"

namespace paramscope::cli {

/// Exit statuses of the program.
inline constexpr int kCounted = 0;
inline constexpr int kWrongInput = 1;
inline constexpr int kWrongUsage = 2;
inline constexpr int kDifferent = 3;    ///< two models differ
inline constexpr int kBeyondLimit = 4;  ///< more than --max-... allows, or not known to be within it

/// Writes the report of an opened model in the format of the command line, with the sections it asks for.
std::string write_report(const CommandLine& line, const open::Opened& opened, const Report& report);

/// Counts the model of the command line and prints its report. Returns the exit status.
int count_command(const CommandLine& line);

/// Prints `text` to standard output. Returns the exit status.
int print_output(std::string_view text);

}  // namespace paramscope::cli
