// Records the flow of a model that was counted.
#pragma once

#include <optional>

#include "count/flow/recorder.h"
#include "count/report/report.h"

namespace paramscope {

/// How many modules a model may have whose flow is recorded: it takes as long as counting it.
inline constexpr std::size_t kMostRecordedModules = 200'000;

/// What flows where in each module, from the run of the same forward lines, with the report's values and
/// inputs, that its numbers came from. Modules have the indices of the report's nodes. `model` is the whole
/// model of the report. Empty beyond kMostRecordedModules. `mode` is for what a program does in a pass, not
/// for a picture: it may be another one than the report's (in training signals tell whether a gradient
/// reaches them), and what is joined again and again is joined of all its parts.
FlowGraphs record_flow(const Report& report, const Model& model, std::optional<Mode> mode = {});

}  // namespace paramscope
