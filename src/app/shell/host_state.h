// What the interface tells scripts around the page.
#pragma once

#include <string>

#include "app/shell/context.h"

namespace paramscope::app {

/// One JSON object. Numbers that may exceed a double are texts of decimal digits:
///
///     {"source": "LLaMA-2 7B", "parameters": "6738415616", "macs": "…"|null, "flops": "…"|null,
///      "complete": true, "nodes": 15, "rows": 15, "error": "…"|null, "stale": false, "input": "(1, 3, 224,
///      224)", "selected": "layers.0", "places": {"gallery": [x, y, width, height], …}}
std::string published_state(const Context& context);

/// What was counted, as one JSON object for the page around an embed (docs/embedding.md). Integers are texts of
/// decimal digits, null where they are not known.
std::string published_report(const Workspace& workspace);

}  // namespace paramscope::app
