// A safetensors file of many tensors, in memory.
#pragma once

#include <string>
#include <string_view>

#include "bench/tensor_names.h"
#include "unit/open/checkpoint/make.h"

namespace paramscope::bench {

/// The header as JSON: kTensors tensors of 2 x 4 bytes.
inline std::string safetensors_header() {
    std::string header = R"({"__metadata__":{"format":"pt"})";
    for (std::size_t i = 0; i < kTensors; ++i) {
        header += ",\"" + tensor_name(i) + R"(":{"dtype":"U8","shape":[2,4],"data_offsets":[)" +
                  std::to_string(8 * i) + "," + std::to_string(8 * i + 8) + "]}";
    }
    return header + "}";
}

inline std::string safetensors_file(const std::string& header) {
    return open::make::safetensors(header, 8 * kTensors);
}

}  // namespace paramscope::bench
