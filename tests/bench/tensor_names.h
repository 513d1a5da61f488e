// Names of the tensors in the files that are made for benchmarks.
#pragma once

#include <cstddef>
#include <string>

namespace paramscope::bench {

inline constexpr std::size_t kTensors = 100'000;

/// "model.layers.2.mlp.experts.5.weight": eight tensors a layer.
inline std::string tensor_name(std::size_t i) {
    return "model.layers." + std::to_string(i / 8) + ".mlp.experts." + std::to_string(i % 8) + ".weight";
}

}  // namespace paramscope::bench
