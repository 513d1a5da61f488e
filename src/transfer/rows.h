// How a row of a report crosses from the sender to the receiver. Modules and facts that rows share follow the
// first of them, and have numbers from then on.
#pragma once

#include "transfer/counter.h"
#include "transfer/fields.h"

namespace paramscope::transfer {

/// The numbers of all rows, and of the modules in the text that they have.
struct RowCounts {
    std::size_t all = 0;
    std::size_t written_modules = 0;
};

/// The place of a row, in small numbers.
struct Row {
    std::uint32_t above = 0;  ///< rows between it and its parent; 0 for the root
    std::uint32_t below = 0;  ///< its descendants, and itself
    std::uint32_t call_order = 0;
    Span span;
    ShortText name;
    std::uint32_t module = 0;  ///< the number of its module, which follows where it is new
    std::uint32_t facts = 0;   ///< the same for its facts
};

void fields(auto& archive, Is<RowCounts> auto& rows) {
    archive(rows.all, rows.written_modules);
}

void fields(auto& archive, Is<Row> auto& row) {
    archive(row.above, row.below, row.call_order, row.span, row.name, row.module, row.facts);
}

void fields(auto& archive, Is<Settings> auto& settings) {
    archive(settings.overrides, settings.input, settings.convention, settings.mode, settings.causal);
}

void fields(auto& archive, Is<Counted> auto& counted) {
    archive(counted.input_text, counted.input_origin, counted.input_error, counted.activations,
            counted.is_source_code, counted.is_invalid);
}

}  // namespace paramscope::transfer
