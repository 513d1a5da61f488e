#include "count/cost/memory_fit.h"

#include <algorithm>

#include "base/ranges.h"

namespace paramscope {
namespace {

/// The total of a plan as a function of one hyper-parameter.
class TotalOf {
  public:
    TotalOf(const Report& report, const MemoryPlan& plan, std::string_view name) : name_(name) {
        const SymbolValues values = values_of(report);
        const auto replace = [&](std::string_view symbol) -> std::optional<Polynomial> {
            const std::optional<Rational> value = symbol == name ? std::nullopt : values(symbol);
            return value ? std::optional<Polynomial>(*value) : std::nullopt;
        };
        for (const MemoryPart& part : plan.parts) {
            std::vector<Polynomial> formulas;
            for (const Polynomial& each : part.alternatives) formulas.push_back(substitute(each, replace));
            if (formulas.empty()) formulas.push_back(substitute(part.bytes.formula, replace));
            parts_.push_back(std::move(formulas));
        }
    }

    /// True when the total is known and at most `most`.
    bool fits(Integer size, Integer most) const {
        Rational left(most);
        for (const std::vector<Polynomial>& formulas : parts_) {
            const std::optional<Rational> bytes = largest(formulas, size);
            if (!bytes || left < *bytes) return false;
            const Result<Rational> rest = evaluate(Polynomial(left) - Polynomial(*bytes), {});
            if (!rest) return false;
            left = *rest;
        }
        return true;
    }

  private:
    std::optional<Rational> largest(const std::vector<Polynomial>& formulas, Integer size) const {
        const auto value_of = [&](std::string_view symbol) {
            return symbol == name_ ? std::optional(Rational(size)) : std::nullopt;
        };
        std::optional<Rational> most;
        for (const Polynomial& formula : formulas) {
            const Result<Rational> value = evaluate(formula, value_of);
            if (!value) return std::nullopt;
            if (!most || *most < *value) most = *value;
        }
        return most;
    }

    std::string name_;
    std::vector<std::vector<Polynomial>> parts_;
};

/// A size that fits while the next one does not: the largest that does, as memory grows with the input. The
/// total is known at `present`.
LargestSize largest_size(const TotalOf& total, std::string_view name, Integer present, Integer memory) {
    Integer low = 0, high = std::clamp<Integer>(present, 1, kLargestTried);  // fits, does not fit
    while (high <= kLargestTried && total.fits(high, memory)) {
        low = high;
        high *= 2;
    }
    if (high > kLargestTried) return {std::string(name), kLargestTried, true};
    while (high - low > 1) {
        const Integer middle = low + (high - low) / 2;
        (total.fits(middle, memory) ? low : high) = middle;
    }
    return {std::string(name), low, false};
}

/// True when the parts that are not bounds from above need more than the memory.
bool needs_more(const MemoryPlan& plan, Integer memory) {
    Integer needed = 0;
    for (const MemoryPart& part : plan.parts) {
        if (part.bytes.basis == Basis::Range || !part.bytes.value) continue;
        if (*part.bytes.value > memory - needed) return true;
        needed += *part.bytes.value;
    }
    return false;
}

Fits fits_into(const MemoryPlan& plan, Integer memory) {
    const Quantity& total = plan.total;
    if (!total.value) return Fits::Unknown;
    const bool is_enough = *total.value <= memory;
    if (is_enough && total.basis == Basis::Partial) return Fits::Unknown;
    if (!is_enough && total.basis == Basis::Range) return needs_more(plan, memory) ? Fits::No : Fits::Unknown;
    return is_enough ? Fits::Yes : Fits::No;
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
        const Fits whole = fits_into(plan, device.room());
        fits.push_back({device, whole, known_parts(plan, whole, device.room()), {}});
    }
    for (const std::string& name : adjustable_sizes(report)) {
        const TotalOf total(report, plan, name);
        const std::optional<Rational> present = values_of(report)(name);
        for (std::size_t i = 0; i < fits.size(); ++i) {
            const Integer room = fits[i].device.room();
            const auto* alike = find_where(fits, [&](const Fit& each) { return each.device.room() == room; });
            if (alike != &fits[i]) {
                fits[i].largest.push_back(alike->largest.back());
            } else if (plan.total.value && present && present->is_integer()) {
                fits[i].largest.push_back(largest_size(total, name, present->numerator(), room));
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
        return fits_into(plan, device.room()) == Fits::No;
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
