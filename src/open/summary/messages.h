// Sentences of summary tables: one row each, English here, Chinese in web/languages/zh/summary.txt by the
// same id.
#pragma once

#include <utility>

#include "base/message.h"

namespace paramscope::open {

inline constexpr MessageTemplate kSummaryMessages[] = {
    {"summary.no_rows", "no row of this summary table can be read"},
    {"summary.rows_left_out", "rows are left out here, so totals are \"at least\""},
    {"summary.no_count", "this row has no readable number of parameters, so totals are \"at least\""},
    {"summary.no_total", "the table has no line with its total: it may be cut off"},
    {"summary.rounded", "the table gives rounded numbers of parameters, so totals are about right"},
    {"summary.total_differs", "the table gives a total of {stated} parameters, but its rows have {counted}"},
    {"summary.assumed_frozen",
     "{module} is assumed not to be trained: it alone has as many parameters as the table gives for that"},
    {"summary.unknown_frozen", "the table does not show which {count} parameters are not trained"},
};

using SummaryMessageId = MessageId<kSummaryMessages>;

/// Makes a message of this folder; an unknown id does not compile.
inline Message message(SummaryMessageId id, MessageArguments arguments = {}) {
    return Message(*id, std::move(arguments));
}

}  // namespace paramscope::open
