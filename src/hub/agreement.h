// Compares what a config says with what the headers of its weights say.
#pragma once

#include "base/diagnostic.h"
#include "count/report/report.h"

namespace paramscope::hub {

/// What the comparison found, in one sentence.
struct Agreement {
    bool is_same = false;  ///< every tensor of one is in the other, with the same shape and type
    Diagnostic remark;     ///< a warning where totals differ or are unknown, else a note
};

/// Compares the report of a config with that of its weights, tensor by tensor (compare_tensors()).
Agreement compare_with_weights(const Report& config, const Report& weights);

}  // namespace paramscope::hub
