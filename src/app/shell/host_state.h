// The state of the interface as JSON, for the page around it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "app/panel/context.h"

namespace paramscope::app {

/// The state that scripts of the page can read as one JSON object. Integers that may exceed a double are texts of digits:
///
///     {"source": "LLaMA-2 7B", "parameters": "6738415616"|null, "macs": …, "flops": …, "complete": true, "nodes": 15,
///      "rows": 15, "error": "3:7: …"|null, "stale": false, "counting": false, "adjusting": false, "input": "(1, 3, 224, 224)",
///      "selected": "layers.0"}
std::string host_state(const Context& context);

/// Everything that host_state() depends on: equal versions have equal states.
struct HostStateVersion {
    std::uint64_t document = 0;  ///< Versions::document
    std::uint64_t answer = 0;    ///< Versions::answer
    std::size_t rows = 0;        ///< visible rows of the tree
    bool is_counting = false;
    bool is_adjusting = false;
    bool is_stopped = false;

    friend bool operator==(const HostStateVersion&, const HostStateVersion&) = default;
};

HostStateVersion host_state_version(const Context& context);

/// The message `report` of an embed (docs/embedding.md) as JSON: {"name", "input", "stale", "error", "report"}. `report` is
/// the report of docs/report.md without the rows below the root.
std::string embed_report(const Workspace& workspace);

}  // namespace paramscope::app
