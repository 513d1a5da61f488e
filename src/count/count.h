// Counts a model: parameters, shapes and work of every module.
//
// The folder count turns a Model into a Report: environment (values of hyper-parameters), tree (modules
// joined to catalogue rules), flow (shapes and work), sharing (ties and freezing), report/totals (sums).
// library/ applies block rules; report/ holds the Report and what is derived from it.
#pragma once

#include <memory>
#include <string_view>

#include "base/result.h"
#include "count/environment/input.h"
#include "count/report/conventions.h"
#include "count/report/options.h"
#include "count/report/report.h"
#include "layers/value_checks.h"

namespace paramscope {

/// Counts `model`. Never fails: errors and unknown parts become diagnostics of the report, after the reader's
/// own (`reader_diagnostics`). An unknown convention is an error and counts as "flops". What was decided by
/// values of hyper-parameters is noted in `checks`, which may be null.
Report count(std::shared_ptr<const Model> model, const CountOptions& options,
             Diagnostics reader_diagnostics = {}, ValueChecks* checks = nullptr);

/// Reads and counts a model text.
Report count_text(std::string_view text, const CountOptions& options = {});

}  // namespace paramscope
