// Sentences of summary tables: one row each, English here, Chinese in web/languages/zh/summary.txt by the
// same id.
#pragma once

#include <utility>

#include "base/message.h"

namespace paramscope::open {

inline constexpr MessageTemplate kSummaryMessages[] = {
    {"summary.no_rows", "no row of this summary table can be read"},
    {"summary.rows_left_out", "rows are left out here, so totals say \"at least\""},
    {"summary.no_count", "this row has no readable number of parameters, so totals say \"at least\""},
    {"summary.no_total", "the table has no line with its total: it may be cut off"},
    {"summary.rounded", "the table gives rounded numbers of parameters, so totals say \"about\""},
    {"summary.total_differs", "the table gives a total of {stated} parameters, but its rows have {counted}"},
    {"summary.counted_once",
     "the rows below (recursive) ones have {count} parameters that rows above have already: they are counted "
     "once"},
    {"summary.code_differs",
     "the table beside the code gives a total of {stated} parameters, but the code builds {counted}: the "
     "code is "
     "counted"},
    {"summary.code_is_incomplete", "the code does not show the whole model, so the table beside it is read"},
    {"summary.assumed_frozen",
     "{module} is assumed to be frozen: it alone has the number of parameters that the table gives as not "
     "trainable"},
    {"summary.assumed_frozen_first",
     "what comes before {module}, and it itself, is assumed to be frozen: together they have the number of "
     "parameters that the table gives as not trainable"},
    {"summary.tied",
     "the table's total lacks {count} parameters of its rows: the weight of {module} is taken to be that of "
     "an "
     "embedding"},
    {"summary.not_counted", "torchsummary counts no parameters of {type}, so totals say \"at least\""},
    {"summary.unknown_frozen", "the table does not show which {count} parameters are frozen"},
};

/// Makes a message of this folder; an unknown id does not compile.
inline Message message(MessageId<kSummaryMessages> id, MessageArguments arguments = {}) {
    return Message(*id, std::move(arguments));
}

}  // namespace paramscope::open
