#include "algebra/formula_values.h"

#include <utility>
#include <vector>

#include "algebra/terms.h"

namespace paramscope {
namespace {

constexpr int kFewFactors = 16;  // of a power

}  // namespace

std::optional<Rational> FormulaValues::value(const Polynomial& formula) const {
    if (formula.is_faulted()) return std::nullopt;
    if (formula.is_constant()) return formula.constant();
    Rational sum;
    for (const Term& term : formula.terms()) {
        std::optional<Rational> product = term.coefficient;
        for (const Power& power : term.monomial) {
            const std::optional<Rational>& base = known(power.atom).value;
            if (!base || (power.exponent < 0 && base->is_zero())) return std::nullopt;
            const std::optional<Rational> factor =
                power.exponent == 1 ? base : checked_power(*base, power.exponent);
            product = factor ? checked_multiply(*product, *factor) : std::nullopt;
            if (!product) return std::nullopt;
        }
        const std::optional<Rational> next = checked_add(sum, *product);
        if (!next) return std::nullopt;
        sum = *next;
    }
    return sum;
}

std::optional<Integer> FormulaValues::integer(const Polynomial& formula) const {
    if (const auto whole = formula.whole()) return *whole;
    if (const auto small = small_value(formula)) return *small;
    const std::optional<Rational> found = value(formula);
    return found && found->is_integer() ? std::optional(found->numerator()) : std::nullopt;
}

std::optional<std::int64_t> FormulaValues::small_value(const Polynomial& formula) const {
    if (formula.is_faulted()) return std::nullopt;
    std::int64_t sum = 0;
    for (const Term& term : formula.terms()) {
        const Integer coefficient = term.coefficient.numerator();
        auto product = static_cast<std::int64_t>(coefficient);
        if (!term.coefficient.is_integer() || product != coefficient) return std::nullopt;
        for (const Power& power : term.monomial) {
            const std::optional<std::int64_t> base = known(power.atom).small;
            if (!base || power.exponent < 0 || power.exponent > kFewFactors) return std::nullopt;
            for (int i = 0; i < power.exponent; ++i)
                if (__builtin_mul_overflow(product, *base, &product)) return std::nullopt;
        }
        if (__builtin_add_overflow(sum, product, &sum)) return std::nullopt;
    }
    return sum;
}

std::optional<Rational> FormulaValues::value_of_function(const Atom& atom) const {
    std::vector<Rational> arguments;
    for (const Polynomial& argument : atom.arguments()) {
        const std::optional<Rational> known = value(argument);
        if (!known) return std::nullopt;
        arguments.push_back(*known);
    }
    const Result<Rational> result = apply_function(atom.function(), arguments);
    return result ? std::optional(*result) : std::nullopt;
}

const FormulaValues::Known& FormulaValues::known(const Atom& atom) const {
    const auto found = known_.find(atom.identity());
    if (found != known_.end()) return found->second;
    std::optional<Rational> made;
    if (atom.is_symbol()) {
        made = values_ ? values_(atom.symbol()) : std::nullopt;
    } else {
        made = value_of_function(atom);
    }
    Known known{atom, made, std::nullopt};
    if (made && made->is_integer()) {
        const auto small = static_cast<std::int64_t>(made->numerator());
        if (small == made->numerator()) known.small = small;
    }
    return known_.emplace(atom.identity(), std::move(known)).first->second;
}

}  // namespace paramscope
