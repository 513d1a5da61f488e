// What the program does, each with its exit status.
#pragma once

#include <optional>
#include <string>

#include "cli/options.h"
#include "open/open.h"

namespace paramscope::cli {

/// Exit statuses of the program.
inline constexpr int kCounted = 0;
inline constexpr int kWrongInput = 1;
inline constexpr int kWrongUsage = 2;
inline constexpr int kDifferent = 3;    ///< two models differ
inline constexpr int kBeyondLimit = 4;  ///< more than --max-... allows, or not known to be within it

/// Writes the report of an opened model in the format of the command line, with the sections it asks for;
/// `plan` is there where it asks for memory. `take_piece` gets pieces as they come, the rest is returned.
std::string write_report(const CommandLine& line, const open::Opened& opened, const Report& report,
                         const std::optional<MemoryPlan>& plan, TakePiece take_piece = nullptr);

/// Counts the model of the command line and prints its report.
int count_command(const CommandLine& line);

/// Compares it with the model given to --compare, tensor by tensor and module by module.
int compare_command(const CommandLine& line);

/// Prints the model text with hyper-parameters in the place of the sizes that belong together, and lists them
/// on standard error.
int adjust_command(const CommandLine& line);

/// Prints the classes of source code that --build can name, one a line with the arguments that it needs.
int list_classes_command(const CommandLine& line);

/// Prints `text` to standard output.
int print_output(std::string_view text);

}  // namespace paramscope::cli
