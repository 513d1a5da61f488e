#include "count/cost/memory_fit.h"

#include <algorithm>
#include <map>

#include "base/ranges.h"

namespace paramscope {
namespace {

/// The total of a plan as a function of one hyper-parameter. Each formula of a moment bounds it from below:
/// the moment with most bytes may be another one.
class TotalOf {
  public:
    TotalOf(const Report& report, const MemoryPlan& plan, std::string_view name)
        : plan_(plan), values_(values_of(report)), name_(name) {}

    /// The largest size for which the total is at most `memory`.
    LargestSize largest(Integer memory) {
        if (!bytes_of_size(1)) return {name_, std::nullopt, false};
        Integer most = kLargestTried;
        for (int tries = 0; tries < kMostTries; ++tries) {
            const Integer size = std::min(largest_by_formulas(memory), most);
            if (size == 0) return {name_, 0, false};
            const std::optional<Integer> bytes = bytes_of_size(size);
            if (bytes && *bytes <= memory) return {name_, size, size >= kLargestTried};
            if (!bytes) most = size / 2;  // a tensor is too large to be followed
        }
        return {name_, std::nullopt, false};
    }

  private:
    static constexpr int kMostTries = 64;
    static constexpr std::size_t kMostPlayed = 10'000'000;  // events of passes

    SymbolValues with(Integer size) const {
        return [this, size](std::string_view symbol) {
            return symbol == name_ ? std::optional(Rational(size)) : values_(symbol);
        };
    }

    std::optional<Integer> bytes_of_size(Integer size) {
        const auto known = known_.find(size);
        if (known != known_.end()) return known->second;
        if (played_ > kMostPlayed) return std::nullopt;
        PlanBytes bytes = bytes_at(plan_, with(size));
        played_ += bytes.events;
        formulas_.push_back(only_of_size(bytes.formula));
        return known_.emplace(size, bytes.value).first->second;
    }

    /// The formula with the values of all other hyper-parameters.
    Polynomial only_of_size(const Polynomial& formula) const {
        return substitute(formula, [&](std::string_view symbol) -> std::optional<Polynomial> {
            const std::optional<Rational> value = symbol == name_ ? std::nullopt : values_(symbol);
            return value ? std::optional<Polynomial>(*value) : std::nullopt;
        });
    }

    /// A size that fits by all formulas while the next one does not.
    Integer largest_by_formulas(Integer memory) const {
        Integer low = 0, high = 1;
        while (high <= kLargestTried && fits(high, memory)) {
            low = high;
            high *= 2;
        }
        if (high > kLargestTried) return kLargestTried;
        while (high - low > 1) {
            const Integer middle = low + (high - low) / 2;
            (fits(middle, memory) ? low : high) = middle;
        }
        return low;
    }

    bool fits(Integer size, Integer memory) const {
        const SymbolValues values = with(size);
        return !any_of(formulas_, [&](const Polynomial& formula) {
            const Result<Rational> bytes = evaluate(formula, values);
            return !bytes || Rational(memory) < *bytes;
        });
    }

    const MemoryPlan& plan_;
    SymbolValues values_;
    std::string name_;
    std::vector<Polynomial> formulas_;
    std::map<Integer, std::optional<Integer>> known_;
    std::size_t played_ = 0;
};

/// True when the parts that are not bounds from above need more than the memory.
bool needs_more(const MemoryPlan& plan, Integer memory) {
    Integer needed = 0;
    for (const MemoryPart& part : plan.parts) {
        if (!part.bytes.value) continue;
        const Integer bytes = part.bytes.basis == Basis::Range ? part.least : *part.bytes.value;
        if (bytes > memory - needed) return true;
        needed += bytes;
    }
    return false;
}

Integer percent_of(const MemoryPlan& plan) {
    return plan.pass != nullptr ? kPercentOfPasses : 0;
}

/// The largest total that surely fits.
Integer surely_fitting(const MemoryPlan& plan, Integer memory) {
    return memory * 100 / (100 + percent_of(plan));
}

Fits fits_into(const MemoryPlan& plan, Integer memory) {
    const Quantity& total = plan.total;
    if (!total.value) return Fits::Unknown;
    if (*total.value <= surely_fitting(plan, memory)) {
        const bool is_guess = plan.pass != nullptr && plan.pass->tape().assumes_heads;
        return is_guess || total.basis == Basis::Partial ? Fits::Unknown : Fits::Yes;
    }
    const bool has_bounds =
        any_of(plan.parts, [](const MemoryPart& part) { return part.bytes.basis == Basis::Range; });
    if (has_bounds) return needs_more(plan, memory) ? Fits::No : Fits::Unknown;
    return *total.value * (100 - percent_of(plan)) / 100 > memory ? Fits::No : Fits::Unknown;
}

/// The first devices of the table with each room, by it.
std::vector<Device> few_of_each_size() {
    std::vector<Device> few;
    for (const Device& device : devices()) {
        const auto is_alike = [&](const Device& other) { return other.room() == device.room(); };
        if (count_if(few, is_alike) < kAlikeShown) few.push_back(device);
    }
    stable_sort(few, [](const Device& a, const Device& b) { return a.room() < b.room(); });
    return few;
}

/// What fits into memory that is enough for all that is known.
KnownParts known_parts(const MemoryPlan& plan, Fits fits, Integer memory) {
    if (fits != Fits::Unknown || !plan.total.value || *plan.total.value > memory) return KnownParts::None;
    KnownParts known = KnownParts::Weights;
    for (const MemoryPart& part : plan.parts) {
        const bool is_open = part.bytes.is_unknown() || part.bytes.basis == Basis::Partial;
        const bool is_of_flow = part.name == "activations" || part.name == "kv_cache" || part.name == "state";
        if (is_open && !is_of_flow) return KnownParts::None;
        if (!is_open && part.name != "weights") known = KnownParts::AllElse;
    }
    return known;
}

}  // namespace

std::string_view to_string(Fits fits) {
    constexpr std::string_view kNames[] = {"yes", "no", "unknown"};
    return kNames[static_cast<std::size_t>(fits)];
}

std::vector<std::string> adjustable_sizes(const Report& report) {
    const std::vector<std::string> of_weights = symbols(report.bits);
    std::vector<std::string> names;
    for (const Dims& input : report.inputs) {
        for (const Polynomial& size : input) {
            for (std::string& name : symbols(size)) {
                const bool is_known = contains(names, name);
                const bool is_of_weights = std::binary_search(of_weights.begin(), of_weights.end(), name);
                if (!is_known && !is_of_weights && names.size() < kMostSizes)
                    names.push_back(std::move(name));
            }
        }
    }
    return names;
}

std::vector<Fit> fit_devices(const Report& report, const MemoryPlan& plan, std::span<const Device> among) {
    std::vector<Fit> fits;
    for (const Device& device : among) {
        const Integer room = room_of(device, plan.options.engine);
        const Fits whole = fits_into(plan, room);
        fits.push_back({device, whole, known_parts(plan, whole, room), {}, room});
    }
    for (const std::string& name : adjustable_sizes(report)) {
        TotalOf total(report, plan, name);
        for (std::size_t i = 0; i < fits.size(); ++i) {
            const Integer room = fits[i].room;
            const auto* alike = find_where(fits, [&](const Fit& each) { return each.room == room; });
            if (alike != &fits[i]) {
                fits[i].largest.push_back(alike->largest.back());
            } else if (plan.total.value) {
                fits[i].largest.push_back(total.largest(surely_fitting(plan, room)));
            } else {
                fits[i].largest.push_back({name, std::nullopt, false});
            }
        }
    }
    return fits;
}

std::vector<Device> telling_devices(const MemoryPlan& plan, const Device* chosen) {
    const auto has_less = [](const Device& a, const Device& b) { return a.room() < b.room(); };
    const std::vector<Device> few = few_of_each_size();
    const auto is_too_small = [&](const Device& device) {
        return fits_into(plan, room_of(device, plan.options.engine)) == Fits::No;
    };
    const std::size_t too_small = count_if(few, is_too_small);
    const std::size_t first = too_small - std::min(too_small, kTooSmallShown);
    const std::size_t end = std::min(too_small + kOthersShown, few.size());
    std::vector<Device> found(few.begin() + static_cast<std::ptrdiff_t>(first),
                              few.begin() + static_cast<std::ptrdiff_t>(end));
    if (chosen == nullptr || contains(found, *chosen)) return found;
    found.push_back(*chosen);
    stable_sort(found, has_less);
    return found;
}

}  // namespace paramscope
