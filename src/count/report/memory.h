// Memory: what weights, training, decoding and activations take, in bytes.
#pragma once

#include <string_view>
#include <vector>

#include "count/report/report.h"

namespace paramscope {

/// One use of memory; docs/memory.md says how each is counted.
struct MemoryItem {
    std::string_view name;  ///< for JSON: "weights", "gradients", "adam", ...
    std::string_view label;
    Quantity bytes;
};

/// All uses. Without a value where the shapes, or the size of the dtype, are not known.
std::vector<MemoryItem> memory_of(const Report& report);

}  // namespace paramscope
