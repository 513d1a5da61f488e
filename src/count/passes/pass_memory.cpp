#include "count/passes/pass_memory.h"

#include <map>
#include <utility>

namespace paramscope {

PassPeak PassMemory::peak(const SymbolValues& values) const {
    const Play played = play(values);
    const Peak peak = find_peak(played);
    PassPeak found;
    found.bytes = peak.bytes;
    found.events = played.events.size();
    found.kept = bytes_after(played, played.backward)[static_cast<std::size_t>(TensorUse::Kept)];
    found.kept_by = played.kept_by;
    found.is_whole = played.is_whole;
    std::map<std::pair<TensorUse, TensorId>, Integer> counts;
    std::int64_t rounding = 0;
    for (const std::uint32_t index : alive_after(played, peak.events)) {
        const PlayedTensor& tensor = played.tensors[index];
        ++counts[{tensor.use, tensor.tensor}];
        rounding += allocated_bytes(tensor.bytes) - tensor.bytes;
    }
    for (const auto& [tensor, count] : counts) {
        const auto& [use, id] = tensor;
        const Polynomial bytes = tape_.tensors[id].elements * (count * tape_.tensors[id].element_bytes);
        const bool is_shared = use == TensorUse::Gradient && options_.gradient_shares > 1;
        found.formulas[static_cast<std::size_t>(use)] +=
            is_shared ? bytes / Polynomial(options_.gradient_shares) : bytes;
    }
    found.formulas[static_cast<std::size_t>(TensorUse::Rounding)] = Integer{rounding};
    return found;
}

}  // namespace paramscope
