// Remarks on how the command line was used, added to the report.
#pragma once

#include <string_view>

#include "cli/options.h"
#include "count/report.h"

namespace paramscope::cli {

/// FLOPs need a shape: where none is given, notes that and names one that would suit.
void advise_input(Report& report);

/// A hyper-parameter that neither the text nor an input mentions is most likely misspelt: warns of it.
void warn_of_idle_settings(const CommandLine& line, std::string_view text, Report& report);

}  // namespace paramscope::cli
