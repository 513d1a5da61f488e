// Writes a model with hyper-parameters for its sizes.
#pragma once

#include "cli/options.h"

namespace paramscope::cli {

/// Prints the model text with hyper-parameters in the place of the sizes that belong together, and lists them
/// on standard error. Returns the exit status.
int adjust_command(const CommandLine& line);

}  // namespace paramscope::cli
