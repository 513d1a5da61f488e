// How a row of a report crosses from the sender to the receiver, beside its module and its facts.
#pragma once

#include <vector>

#include "transfer/counter.h"
#include "transfer/fields.h"

namespace paramscope::transfer {

/// The numbers of all rows, and of those whose modules the text has.
struct RowCounts {
    std::size_t all = 0;
    std::size_t written = 0;
};

/// The place of a row, in small numbers.
struct Row {
    std::uint32_t above = 0;  ///< rows between it and its parent; 0 for the root
    std::uint32_t below = 0;  ///< its descendants, and itself
    std::uint32_t call_order = 0;
    Span span;
    bool is_written = false;  ///< the text has the module: it was not built by a rule
};

inline Row row_of(const std::vector<NodeReport>& nodes, std::size_t index, bool is_written) {
    const NodeReport& node = nodes[index];
    const auto at = static_cast<std::uint32_t>(index);
    return {at - node.parent, node.subtree_end - at, node.call_order, node.span, is_written};
}

void fields(auto& archive, Is<RowCounts> auto& rows) {
    archive(rows.all, rows.written);
}

void fields(auto& archive, Is<Row> auto& row) {
    archive(row.above, row.below, row.call_order, row.span, row.is_written);
}

void fields(auto& archive, Is<Settings> auto& settings) {
    archive(settings.overrides, settings.input, settings.convention, settings.mode, settings.causal);
}

void fields(auto& archive, Is<Counted> auto& counted) {
    archive(counted.input_text, counted.input_origin, counted.input_error, counted.is_source_code,
            counted.is_invalid);
}

}  // namespace paramscope::transfer
