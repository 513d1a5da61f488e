// --compare: compares the tensors of two models.
#pragma once

#include "cli/options.h"

namespace paramscope::cli {

/// Compares the model of the command line with the one given to --compare and prints the differences. Returns
/// the exit status.
int compare_command(const CommandLine& line);

}  // namespace paramscope::cli
