#include <algorithm>
#include <array>

#include "count/count.h"

namespace paramscope {
namespace {

// Weights in the order of Operation: convolution, linear, attention score, attention value, matmul, recurrent,
// bilinear.
const std::array<Convention, 2> kConventions = {{
    {"flops", "2 FLOPs for each multiply-accumulate of matrix work, as torch.utils.flop_counter counts",
     {2, 2, 2, 2, 2, 2, 0}},
    {"macs", "multiply-accumulates of matrix work, each counted once", {1, 1, 1, 1, 1, 1, 0}},
}};

}  // namespace

std::span<const Convention> conventions() { return kConventions; }

const Convention* find_convention(std::string_view name) {
    const auto found = std::find_if(kConventions.begin(), kConventions.end(),
                                    [&](const Convention& convention) { return convention.name == name; });
    return found == kConventions.end() ? nullptr : &*found;
}

}  // namespace paramscope
