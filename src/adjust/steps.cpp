#include "adjust/steps.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "base/ranges.h"

namespace paramscope::adjust {
namespace {

/// The smallest usual size of a head: how many heads split a width is not printed, so it grows by as much for
/// each head.
constexpr std::int64_t kSmallestHead = 8;

/// A size that is a multiple of one hyper-parameter.
struct Multiple {
    std::size_t variable;
    std::int64_t times;
};

class RangeFinder {
  public:
    RangeFinder(std::span<const NamedSize> named, const SizedModel& sized, Equations* equations)
        : named_(named), sized_(sized), equations_(*equations) {
        for (const NamedSize& one : named) {
            Range range;
            range.value = sized.sizes[one.size].value + one.other_repeats;
            range.least = one.other_repeats + 1;
            ranges_.push_back(range);
        }
    }

    std::vector<Range> run(const ProbeResult& probe) {
        for (const Polynomial& query : probe.requirements.queries) split_into_heads(query);
        for (std::uint32_t i = 0; i < sized_.modules.size(); ++i) {
            const TextModule& text = sized_.modules[i];
            const auto width = sized_.find(i, SizeKind::Input);
            if (width && sized_.modules[text.parent].module->type == "MultiheadAttention")
                split_into_heads(symbol_of(*width));
        }
        split_square_layers();
        for (const auto& [whole, part] : probe.requirements.multiple) divide(whole, part);
        return std::move(ranges_);
    }

  private:
    std::optional<Multiple> multiple_of(const Polynomial& formula) {
        const Polynomial resolved = equations_.resolve(formula);
        const auto sizes = sizes_in(resolved);
        if (sizes.size() != 1 || resolved.terms().size() != 1) return std::nullopt;
        const Term& term = resolved.terms().front();
        if (!term.coefficient.is_integer() || term.monomial.begin()->exponent != 1) return std::nullopt;
        const auto* found = find_by(named_, &NamedSize::size, sizes.front());
        if (found == nullptr) return std::nullopt;
        return Multiple{static_cast<std::size_t>(found - named_.data()),
                        static_cast<std::int64_t>(term.coefficient.numerator())};
    }

    static void widen(const Range& range, std::int64_t step, std::int64_t* widened) {
        const std::int64_t together = *widened / std::gcd(*widened, step) * step;
        *widened = range.value % together == 0 ? together : range.value;
    }

    void widen(std::size_t variable, std::int64_t step) {
        widen(ranges_[variable], step, &ranges_[variable].step);
        widen(ranges_[variable], step, &ranges_[variable].certain_step);
    }

    /// A width that heads split grows by as much for each of them.
    void split_into_heads(const Polynomial& width) {
        const auto multiple = multiple_of(width);
        if (!multiple) return;
        const std::int64_t value = ranges_[multiple->variable].value;
        widen(ranges_[multiple->variable], value / std::gcd(value, kSmallestHead),
              &ranges_[multiple->variable].step);
    }

    /// A linear layer that keeps a width that is normalized may be a projection to queries.
    void split_square_layers() {
        std::set<std::uint32_t> normalized;
        for (std::uint32_t i = 0; i < sized_.modules.size(); ++i) {
            if (!is_layer_normalization(sized_.modules[i].module->type)) continue;
            const auto width = sized_.find(i, SizeKind::Kept);
            const auto base = width ? equations_.base_of(*width) : std::nullopt;
            if (base) normalized.insert(*base);
        }
        for (std::uint32_t i = 0; i < sized_.modules.size(); ++i) {
            const auto in = sized_.find(i, SizeKind::Input), out = sized_.find(i, SizeKind::Output);
            const bool is_linear = in && sized_.sizes[*in].parameter != "in_channels";
            const auto base = is_linear ? equations_.base_of(*in) : std::nullopt;
            const bool is_normalized = base && normalized.contains(*base);
            if (is_normalized && out && equations_.are_equal(*in, *out)) split_into_heads(symbol_of(*in));
        }
    }

    void divide(const Polynomial& whole, const Polynomial& part) {
        const auto of_whole = multiple_of(whole), of_part = multiple_of(part);
        const Polynomial number = equations_.resolve(part);
        if (of_part) {
            if (of_whole && of_whole->variable == of_part->variable) return;
            const std::int64_t parts = of_part->times * ranges_[of_part->variable].value;
            if (of_whole) {
                widen(of_whole->variable, parts / std::gcd(parts, of_whole->times));
                ranges_[of_part->variable].divides =
                    of_whole->times * ranges_[of_whole->variable].value / of_part->times;
            } else if (const auto fixed = equations_.resolve(whole).whole()) {
                ranges_[of_part->variable].divides = *fixed / of_part->times;
            }
        } else if (of_whole && number.whole()) {
            widen(of_whole->variable, *number.whole() / std::gcd(*number.whole(), of_whole->times));
        }
    }

    std::span<const NamedSize> named_;
    const SizedModel& sized_;
    Equations& equations_;
    std::vector<Range> ranges_;
};

/// The value after `steps` steps. Of a divisor: twice or half the value.
std::optional<std::int64_t> other_value(const Range& range, std::int64_t steps) {
    if (!range.divides) {
        const std::int64_t value = range.value + steps * range.step;
        return value >= range.least ? std::optional(value) : std::nullopt;
    }
    if (range.value % (2 * range.step) == 0 && steps == 1) return range.value / 2;
    const bool may_double = range.value > 0 && *range.divides % (2 * range.value) == 0;
    return may_double ? std::optional(2 * range.value) : std::nullopt;
}

class RangeTester {
  public:
    RangeTester(std::span<const NamedSize> named, const Trial& trial, std::vector<Range>* ranges)
        : named_(named), trial_(trial), ranges_(*ranges) {}

    void run() {
        if (all_fit(1) && all_fit(3)) return;
        for (std::size_t i = 0; i < named_.size(); ++i) test(i);
    }

  private:
    bool all_fit(std::int64_t steps) const {
        Assignment values;
        for (std::size_t i = 0; i < named_.size(); ++i) {
            const auto value = ranges_[i].divides ? std::nullopt : other_value(ranges_[i], steps);
            if (value) values.emplace_back(named_[i].name, *value);
        }
        return trial_.fits(values);
    }

    /// Widens the step until the values beside the present one fit.
    void test(std::size_t variable) {
        Range& range = ranges_[variable];
        if (fits(variable, 1) && fits(variable, 3)) return;
        for (const std::int64_t factor : {2, 3, 4, 6, 8, 16, 32, 64}) {
            if (range.divides || range.value % (range.certain_step * factor) != 0) continue;
            range.step = range.certain_step * factor;
            if (fits(variable, 1) && fits(variable, 3)) return;
        }
        range.step = range.value;
        range.fits = !range.divides && fits(variable, 1) && fits(variable, 3);
    }

    bool fits(std::size_t variable, std::int64_t steps) const {
        const auto value = other_value(ranges_[variable], steps);
        return !value || trial_.fits({{named_[variable].name, *value}});
    }

    std::span<const NamedSize> named_;
    const Trial& trial_;
    std::vector<Range>& ranges_;
};

}  // namespace

std::vector<Range> ranges_of(std::span<const NamedSize> named, const SizedModel& sized,
                             const ProbeResult& probe, Equations* equations) {
    return RangeFinder(named, sized, equations).run(probe);
}

void try_ranges(std::span<const NamedSize> named, const Trial& trial, std::vector<Range>* ranges) {
    RangeTester(named, trial, ranges).run();
}

}  // namespace paramscope::adjust
