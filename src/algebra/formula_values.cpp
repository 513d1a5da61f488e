#include "algebra/formula_values.h"

#include <vector>

#include "algebra/terms.h"

namespace paramscope {

std::optional<Rational> FormulaValues::value(const Polynomial& formula) const {
    if (formula.is_faulted()) return std::nullopt;
    if (formula.is_constant()) return formula.constant();
    Rational sum;
    for (const Term& term : formula.terms()) {
        std::optional<Rational> product = term.coefficient;
        for (const Power& power : term.monomial) {
            const std::optional<Rational> base = value(power.atom);
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
    const std::optional<Rational> known = value(formula);
    return known && known->is_integer() ? std::optional(known->numerator()) : std::nullopt;
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

std::optional<Rational> FormulaValues::value(const Atom& atom) const {
    const auto found = known_.find(atom.identity());
    if (found != known_.end()) return found->second.value;
    std::optional<Rational> made;
    if (atom.is_symbol()) {
        made = values_ ? values_(atom.symbol()) : std::nullopt;
    } else {
        made = value_of_function(atom);
    }
    known_.emplace(atom.identity(), Known{atom, made});
    return made;
}

}  // namespace paramscope
