#include "count/passes/pass_memory.h"

#include <map>
#include <tuple>

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
    Play played = play(values);
    PassPeak found = peak_of(played, Stage::Last);
    if (division_.stages > 1) {
        PassPeak first = peak_of(played, Stage::First);
        if (first.bytes > found.bytes) found = std::move(first);
    }
    keep_lists(played);
    return found;
}

/// Of how many parts a stage has one; 0: none. The first stage has so many samples at a time as there are
/// stages, each in its share of the blocks; the last has one (1F1B; Narayanan et al., 2021).
std::int64_t PassMemory::divisor_of(const PlayedTensor& tensor, Stage stage, bool is_of_forward) const {
    const bool is_gradient = tensor.use == TensorUse::Gradient;
    const bool is_of_experts =
        is_gradient && !division_.is_expert.empty() && division_.is_expert[tensor.module];
    const Integer experts = is_of_experts && options_.gradient_shares == 1 ? division_.experts : Integer{1};
    if (division_.stages == 1) return static_cast<std::int64_t>(experts);
    const Stage of = division_.stage_of[tensor.module];
    if (of != Stage::Block) return of == stage ? static_cast<std::int64_t>(experts) : 0;
    const bool is_kept = tensor.use == TensorUse::Kept && is_of_forward;
    const bool is_divided = is_gradient || (is_kept && stage == Stage::Last);
    return static_cast<std::int64_t>(is_divided ? division_.stages * experts : experts);
}

PassPeak PassMemory::peak_of(const Play& played, Stage stage) const {
    const std::uint32_t first_of_backward =
        played.backward < played.events.size() ? played.events[played.backward].tensor : 0;
    std::vector<std::int64_t> divisors;
    divisors.reserve(played.tensors.size());
    for (std::uint32_t i = 0; i < played.tensors.size(); ++i)
        divisors.push_back(divisor_of(played.tensors[i], stage, i < first_of_backward));
    const Peak peak = find_peak(played, divisors);
    PassPeak found;
    found.bytes = peak.bytes;
    found.events = played.events.size();
    found.kept = bytes_after(played, played.backward)[static_cast<std::size_t>(TensorUse::Kept)];
    found.kept_by = played.kept_by;
    found.is_whole = played.is_whole;
    std::map<std::tuple<TensorUse, TensorId, std::int64_t>, Integer> counts;
    std::int64_t rounding = 0;
    for (const std::uint32_t index : alive_after(played, peak.events)) {
        const PlayedTensor& tensor = played.tensors[index];
        if (divisors[index] == 0) continue;
        found.has_scores |= tensor.tensor != kNoTensor && tensor.tensor == tape_.scores;
        if (tensor.tensor == kNoTensor)
            found.formulas[static_cast<std::size_t>(tensor.use)] += Integer{tensor.bytes / divisors[index]};
        else
            ++counts[{tensor.use, tensor.tensor, divisors[index]}];
        rounding += (tensor.allocated - tensor.bytes) / divisors[index];
    }
    for (const auto& [tensor, count] : counts) {
        const auto& [use, id, divisor] = tensor;
        const Polynomial bytes = tape_.tensors[id].elements * (count * tape_.tensors[id].element_bytes);
        const Integer shares = use == TensorUse::Gradient ? options_.gradient_shares : 1;
        if (shares > 0)
            found.formulas[static_cast<std::size_t>(use)] += bytes / Polynomial(shares * Integer{divisor});
    }
    if (sizes_) {
        for (Polynomial& formula : found.formulas) formula = substitute(formula, sizes_);
    }
    found.formulas[static_cast<std::size_t>(TensorUse::Rounding)] = Integer{rounding};
    return found;
}

}  // namespace paramscope
