// Finds settings that change nothing.
#pragma once

#include <string_view>

#include "count/options.h"
#include "count/report/report.h"

namespace paramscope {

/// A hyper-parameter set from outside that neither the text nor an input mentions is most likely misspelt:
/// adds a warning. `text` is what the report was made of.
void warn_about_unused_overrides(const CountOptions& options, std::string_view text, Report& report);

}  // namespace paramscope
