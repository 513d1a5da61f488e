// Finds overrides of hyper-parameters that the model does not have.
#pragma once

#include <string_view>

#include "count/report/options.h"
#include "count/report/report.h"

namespace paramscope {

/// Adds a warning for each override that neither the model text nor an input mentions: most likely its name
/// is misspelt. `text` is the model text of the report.
void warn_about_unused_overrides(const CountOptions& options, std::string_view text, Report& report);

}  // namespace paramscope
