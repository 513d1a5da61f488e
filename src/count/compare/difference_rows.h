// Differences of tensors and modules as rows of a table.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "count/compare/compare_tensors.h"

namespace paramscope {

/// A difference as a row of a table.
struct DifferenceRow {
    std::string_view kind;
    std::string path;
    std::string left, right;
    std::size_t count = 1;  ///< of differences that are the same but for numbers in the path
};

/// Joins rows that are the same in all layers; the first path stays.
std::vector<DifferenceRow> grouped(std::vector<DifferenceRow> rows);

/// The differences of tensors, those of all layers in one row.
std::vector<DifferenceRow> tensor_rows(const TensorComparison& comparison);

}  // namespace paramscope
