#include "count/passes/pass_memory.h"

#include <map>
#include <utility>

namespace paramscope {

Play PassMemory::play(const SymbolValues& values) const {
    if (!sizes_) return paramscope::play(tape_, options_, values);
    const SymbolValues in_pass = [&](std::string_view name) -> std::optional<Rational> {
        const std::optional<Polynomial> size = sizes_(name);
        if (!size) return values(name);
        const Result<Rational> value = evaluate(*size, values);
        return value ? std::optional(*value) : std::nullopt;
    };
    return paramscope::play(tape_, options_, in_pass);
}

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
        const Integer shares = use == TensorUse::Gradient ? options_.gradient_shares : 1;
        if (shares > 0) found.formulas[static_cast<std::size_t>(use)] += bytes / Polynomial(shares);
    }
    if (sizes_) {
        for (Polynomial& formula : found.formulas) formula = substitute(formula, sizes_);
    }
    found.formulas[static_cast<std::size_t>(TensorUse::Rounding)] = Integer{rounding};
    return found;
}

}  // namespace paramscope
