// Chooses what is counted of a config and the headers of its weights.
#pragma once

#include <optional>

#include "base/diagnostic.h"
#include "count/report/report.h"

namespace paramscope::hub {

/// What is counted. The headers are the truth for parameters, types and bytes; a config adds the forward
/// pass.
struct Choice {
    bool is_of_weights = false;  ///< the weights, since the config is an estimate or contradicts them
    std::optional<Model> typed;  ///< else the config's model with the types of the files, where it lacks them
    bool is_same = false;        ///< as Agreement has it
    Diagnostic remark;           ///< what was found, in one sentence
};

/// Compares the report of a config with that of its weights, both without options.
Choice choose_model(const Report& config, const Report& weights);

}  // namespace paramscope::hub
