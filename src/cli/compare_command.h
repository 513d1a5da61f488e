// --compare: compares two models tensor by tensor and module by module.
#pragma once

#include "cli/options.h"

namespace paramscope::cli {

/// Compares the model of the command line with the one given to --compare and prints the differences. Returns
/// the exit status.
int compare_command(const CommandLine& line);

}  // namespace paramscope::cli
