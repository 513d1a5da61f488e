// Lists the classes of source code.
#pragma once

#include "cli/options.h"

namespace paramscope::cli {

/// Prints the classes of the source code of the command line that --build can name, one a line with the
/// arguments that it needs. Returns the exit status.
int list_classes_command(const CommandLine& line);

}  // namespace paramscope::cli
