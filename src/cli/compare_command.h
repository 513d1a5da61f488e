// --compare: the tensors of two models side by side.
#pragma once

#include "cli/options.h"

namespace paramscope::cli {

/// Compares the model that the command line names with the one behind --compare; returns the exit status.
int compare_command(const CommandLine& line);

}  // namespace paramscope::cli
