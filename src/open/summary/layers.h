// Finds the layer of a summary table's row, if shapes and the number of parameters determine its arguments
// exactly.
#pragma once

#include <string>

#include "open/summary/table.h"

namespace paramscope::open {

/// A row as a module of model text.
struct RowLayer {
    std::string type, arguments;
    PrintedSizes input;   ///< input shape in PyTorch's order; empty when unknown
    std::string tensors;  ///< lines of tensors that the type does not have, each after a line break
    Integer fixed = 0;    ///< parameters that are never trained (running statistics)
};

/// Marks a type of unknown arguments with the table's maker, "LSTM<keras>", so that it matches no layer of
/// the catalogue.
std::string marked_type(std::string_view type, SummaryTable::Maker maker);

/// The layer of a row with input shape `input` (dimensions in the table's order, empty when unknown). It
/// always has as many parameters as the row; where these do not fit the type, the type is marked and has one
/// tensor with all of the row's parameters.
RowLayer layer_of_row(const SummaryRow& row, const PrintedSizes& input, SummaryTable::Maker maker);

}  // namespace paramscope::open
