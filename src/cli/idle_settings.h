// Finds settings on the command line that change nothing.
#pragma once

#include <string_view>

#include "cli/options.h"
#include "count/report.h"

namespace paramscope::cli {

/// A hyper-parameter that neither the text nor an input mentions is most likely misspelt: adds a warning.
void warn_of_idle_settings(const CommandLine& line, std::string_view text, Report& report);

}  // namespace paramscope::cli
