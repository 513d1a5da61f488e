// Checks where a checkpoint's header puts the data of its tensors.
#pragma once

#include <cstdint>
#include <vector>

#include "open/checkpoint/support/contents.h"

namespace paramscope::open {

/// The bytes of one tensor in the data section of a file.
struct DataRange {
    std::uint64_t offset;  ///< from the start of the data section
    std::uint64_t bytes;
    std::uint64_t entry;   ///< position of the tensor's entry in the header, for errors
    std::uint32_t tensor;  ///< index in CheckpointContents::tensors()
};

/// Adds an error for each tensor that overlaps the one before it, and one error if the file of `file_size` bytes ends
/// before the last range. `data` is the position of the data section in the file.
void check_data_ranges(std::vector<DataRange> ranges, std::uint64_t data, std::uint64_t file_size,
                       CheckpointContents& contents);

}  // namespace paramscope::open
