// Checkpoints in several files: by the numbers in their names, or by an index that tells which file holds
// what.
#pragma once

#include "open/checkpoint/contents.h"

namespace paramscope::open {

/// Where a file stands among several: `model-00002-of-00005.safetensors` is the second of five.
struct PartName {
    std::string_view before;  ///< `model-`
    std::string_view after;   ///< `.safetensors`
    std::uint32_t number = 0;
    std::uint32_t count = 0;
    std::size_t digits = 0;

    std::string of(std::uint32_t part) const;
};
std::optional<PartName> part_name(std::string_view path);

/// The model of a file and of all that belong to it by their names and lie beside it.
Opened open_parts(ByteSource& file, std::string_view name, ReadContents read);

}  // namespace paramscope::open
