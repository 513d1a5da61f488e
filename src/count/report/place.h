// Finds the arguments of a row's module in the text.
#pragma once

#include "count/report/report.h"

namespace paramscope {

/// The place in the text of what an argument of the row's module has as its own: rows that print the same may
/// have one module, that of the first.
inline Span place_in_text(const NodeReport& row, const Span& of_argument) {
    const Span first = place_in_text(*row.module, of_argument);
    const std::uint32_t behind = row.span.begin - row.module->span.begin;
    return first == Span{} ? first : Span{first.begin + behind, first.end + behind};
}

}  // namespace paramscope
