#include "open/checkpoint/data_ranges.h"

#include <algorithm>
#include <utility>

#include "base/ranges.h"
#include "open/checkpoint/messages.h"

namespace paramscope::open {

void check_data_ranges(std::vector<DataRange> ranges, std::uint64_t data, std::uint64_t file_size,
                       CheckpointContents& contents) {
    const auto is_before = [](const DataRange& a, const DataRange& b) {
        return std::pair(a.offset, a.bytes) < std::pair(b.offset, b.bytes);
    };
    const bool is_sorted = std::is_sorted(ranges.begin(), ranges.end(), is_before);
    if (!is_sorted) sort(ranges, is_before);
    const std::vector<NamedTensor>& tensors = contents.tensors().tensors;
    const std::uint64_t length = file_size - std::min(data, file_size);
    std::size_t cut = 0;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        const DataRange& range = ranges[i];
        // Compares differences: the end of a range may exceed 64 bits.
        if (range.offset > length || range.bytes > length - range.offset) ++cut;
        if (i == 0 || range.bytes == 0) continue;
        const DataRange& before = ranges[i - 1];
        if (range.offset - before.offset >= before.bytes) continue;
        contents.add_data_error(message("checkpoint.overlap", {{"first", tensors[before.tensor].name},
                                                               {"second", tensors[range.tensor].name}}),
                                range.entry);
    }
    if (cut == 0) return;
    contents.add_data_error(message("checkpoint.data_cut_off", {{"cut", cut}, {"tensors", ranges.size()}}),
                            file_size);
}

}  // namespace paramscope::open
