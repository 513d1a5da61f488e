// What PyTorch's kernel of sums needs on a GPU while it runs.
#pragma once

#include <cstdint>

namespace paramscope {

/// The bytes that the sum of all rows of a matrix takes, as the gradient of a bias is one: where few columns
/// leave a GPU idle, several groups of threads sum a part of the rows each, and have a place for each of
/// their numbers (aten/src/ATen/native/cuda/Reduce.cuh; of an H100, which has most at a time).
std::int64_t bytes_to_sum_rows(std::int64_t rows, std::int64_t columns);

}  // namespace paramscope
