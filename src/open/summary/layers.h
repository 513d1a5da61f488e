// Rows of a table as layers: where the number of parameters tells the arguments, exactly.
#pragma once

#include <optional>
#include <string>

#include "open/summary/table.h"

namespace paramscope::open {

/// A row as model text.
struct RowText {
    std::string type, arguments;
    PrintedSizes input;   ///< what it sees, in PyTorch's order; empty where that is not known
    std::string tensors;  ///< lines of its own, one after the other, each behind a line break; "" when the
                          ///< type has all
    Integer fixed = 0;    ///< how many of its parameters are not trained, by its nature
};

/// A type that a table names and does not tell, as model text: "LSTM<keras>". No layer of the catalogue is
/// called so.
std::string marked_type(std::string_view type, SummaryTable::Maker maker);

/// What a row is, fed with `input` (in the table's order of dimensions, empty when not known). Its parameters
/// are always as many as the row says; a type that does not tell where they are is kept with a prefix,
/// "keras." or "torch.".
RowText text_of_row(const SummaryRow& row, const PrintedSizes& input, SummaryTable::Maker maker);

}  // namespace paramscope::open
