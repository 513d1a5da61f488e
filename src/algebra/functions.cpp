// pow, floor, ceil, min, max, floor division and modulo of polynomials.
#include <algorithm>
#include <array>
#include <cassert>
#include <cstdlib>

#include "algebra/terms.h"
#include "base/ranges.h"

namespace paramscope {
namespace {

/// The function as an atom; faulted where an argument is, or where the atom exceeds a limit.
Polynomial function_atom(Function function, std::vector<Polynomial> arguments) {
    for (const Polynomial& argument : arguments) {
        if (argument.is_faulted()) return argument;
    }
    return Polynomial::from_atom(Atom(function, std::move(arguments)));
}

/// The constant term.
Rational constant_part(const Polynomial& value) {
    for (const Term& term : value.terms()) {
        if (term.monomial.empty()) return term.coefficient;
    }
    return Rational();
}

/// The atom of `function` that `value` consists of; null where it is anything else.
const Atom* sole_atom(const Polynomial& value, Function function) {
    if (value.terms().size() != 1) return nullptr;
    const Term& term = value.terms().front();
    if (!term.coefficient.is_one() || term.monomial.size() != 1 || term.monomial.front().exponent != 1) {
        return nullptr;
    }
    const Atom& atom = term.monomial.front().atom;
    return !atom.is_symbol() && atom.function() == function ? &atom : nullptr;
}

// ---- powers

Polynomial power_by_squaring(const Polynomial& base, int exponent) {
    Polynomial result = 1;
    Polynomial square = base;
    for (int rest = exponent; rest != 0 && !result.is_faulted(); rest /= 2) {
        if (rest % 2 != 0) result *= square;
        if (rest > 1) square *= square;
    }
    return result;
}

Polynomial power_of_constant(const Rational& base, Integer exponent) {
    if (base.is_zero() && exponent < 0) return Polynomial::faulted(Fault::DivisionByZero);
    const std::optional<Rational> power = checked_power(base, exponent);
    return power ? Polynomial(*power) : Polynomial::faulted(Fault::Overflow);
}

Polynomial whole_power(const Polynomial& base, Integer exponent) {
    if (const std::optional<Rational> constant = base.constant())
        return power_of_constant(*constant, exponent);
    if (magnitude(exponent) > Polynomial::kLargestExponent) return Polynomial::faulted(Fault::Exponent);
    const int small = static_cast<int>(exponent);
    if (base.terms().size() == 1) return power_of_term(base.terms().front(), small);
    return small < 0 ? whole_power(1 / base, -small) : power_by_squaring(base, small);
}

/// A power whose exponent is not constant. Of a constant base the whole part of the exponent is computed:
/// 2^(n + 3) is 8·2^n.
Polynomial symbolic_power(const Polynomial& base, const Polynomial& exponent) {
    const std::optional<Rational> constant = base.constant();
    if (constant && constant->is_one()) return 1;
    const Integer whole = floor(constant_part(exponent));
    if (constant && !constant->is_zero() && whole != 0) {
        const Polynomial factor = power_of_constant(*constant, whole);
        if (!factor.is_faulted()) {
            return factor * function_atom(Function::Power, {base, exponent - Polynomial(whole)});
        }
    }
    return function_atom(Function::Power, {base, exponent});
}

// ---- floor and ceil

Function opposite(Function rounding) {
    return rounding == Function::Floor ? Function::Ceil : Function::Floor;
}

/// A polynomial as whole + rest: `whole` is always a whole number, the constant of `rest` is in (-1, 0].
struct WholeAndRest {
    Polynomial whole;
    Polynomial rest;
};

WholeAndRest split_whole(const Polynomial& value) {
    std::vector<Term> whole;
    std::vector<Term> rest;
    for (const Term& term : value.terms()) {
        (is_whole(term) ? whole : rest).push_back(term);
    }
    WholeAndRest split{Polynomial::from_canonical(std::move(whole)),
                       Polynomial::from_canonical(std::move(rest))};
    const Polynomial constant = ceil(constant_part(split.rest));
    split.whole += constant;
    split.rest -= constant;
    return split;
}

/// (p + n)/m for a `value` (round(p) + n)/m with whole n and m: both round to the same; nullopt for any other
/// value.
std::optional<Polynomial> drop_inner_rounding(const Polynomial& value, Function rounding) {
    const Rational constant = constant_part(value);
    if (value.terms().size() != (constant.is_zero() ? 1u : 2u)) return std::nullopt;
    const Term& term = value.terms().front();
    if (term.coefficient.numerator() != 1 || term.monomial.size() != 1) return std::nullopt;
    const Power& power = term.monomial.front();
    if (power.exponent != 1 || power.atom.is_symbol() || power.atom.function() != rounding)
        return std::nullopt;
    const Integer divisor = term.coefficient.denominator();
    if (divisor % constant.denominator() != 0) return std::nullopt;
    Polynomial simpler = power.atom.arguments().front() * Polynomial(term.coefficient) + Polynomial(constant);
    if (simpler.is_faulted()) return std::nullopt;
    return simpler;
}

/// True when every term but the constant is negative: floor(-x) becomes -ceil(x), while floor(H - K) is kept.
bool has_only_negative_terms(const Polynomial& value) {
    return all_of(value.terms(),
                  [](const Term& term) { return term.monomial.empty() || term.coefficient < Rational(); });
}

Polynomial rounded(const Polynomial& value, Function rounding) {
    if (value.is_faulted()) return value;
    if (const std::optional<Rational> constant = value.constant()) {
        return rounding == Function::Floor ? floor(*constant) : ceil(*constant);
    }
    const WholeAndRest split = split_whole(value);
    if (split.rest.is_constant()) return split.whole + rounded(split.rest, rounding);
    if (has_only_negative_terms(split.rest)) return split.whole - rounded(-split.rest, opposite(rounding));
    if (const std::optional<Polynomial> simpler = drop_inner_rounding(split.rest, rounding)) {
        return split.whole + rounded(*simpler, rounding);
    }
    return split.whole + function_atom(rounding, {split.rest});
}

// ---- min and max

/// An argument of min or max as varying + constant. Of two with the same varying part only one is kept:
/// min(d, d + 1) is d.
struct Bound {
    Polynomial varying;
    Rational constant;
};

/// Inserts a bound in the order of varying parts; where one has the same varying part, keeps the more
/// extreme.
void add_bound(std::vector<Bound>& bounds, Bound bound, Function function) {
    const auto place =
        std::lower_bound(bounds.begin(), bounds.end(), bound,
                         [](const Bound& a, const Bound& b) { return compare(a.varying, b.varying) < 0; });
    if (place == bounds.end() || place->varying != bound.varying) {
        bounds.insert(place, std::move(bound));
        return;
    }
    const bool is_more_extreme =
        function == Function::Min ? bound.constant < place->constant : bound.constant > place->constant;
    if (is_more_extreme) place->constant = bound.constant;
}

/// Adds a value, or the arguments of a nested min or max; false when there are too many.
bool add_bounds(std::vector<Bound>& bounds, const Polynomial& value, Function function) {
    if (const Atom* nested = sole_atom(value, function)) {
        const auto add = [&](const Polynomial& argument) { return add_bounds(bounds, argument, function); };
        return all_of(nested->arguments(), add);
    }
    const Rational constant = constant_part(value);
    add_bound(bounds, {value - Polynomial(constant), constant}, function);
    return bounds.size() <= Polynomial::kMostArguments;
}

/// Drops ceil(x) beside floor(x) from a min, floor(x) beside ceil(x) from a max.
void drop_other_roundings(std::vector<Bound>& bounds, Function function) {
    const Function other = function == Function::Min ? Function::Ceil : Function::Floor;
    const std::vector<Bound> all = bounds;
    std::erase_if(bounds, [&](const Bound& bound) {
        const Atom* rounding = sole_atom(bound.varying, other);
        if (rounding == nullptr) return false;
        const Polynomial nearer = rounded(rounding->arguments().front(), opposite(other));
        return any_of(all, [&](const Bound& each) {
            return each.constant == bound.constant && each.varying == nearer;
        });
    });
}

Polynomial minimum_or_maximum(std::span<const Polynomial> values, Function function) {
    assert(!values.empty());
    std::vector<Bound> bounds;
    for (const Polynomial& value : values) {
        if (value.is_faulted()) return value;
        if (!add_bounds(bounds, value, function)) return Polynomial::faulted(Fault::TooManyTerms);
    }
    if (bounds.size() > 1) drop_other_roundings(bounds, function);
    std::vector<Polynomial> arguments;
    for (const Bound& bound : bounds) {
        arguments.push_back(bound.varying + Polynomial(bound.constant));
    }
    return arguments.size() == 1 ? arguments.front() : function_atom(function, std::move(arguments));
}

}  // namespace

Polynomial power_of_term(const Term& term, int exponent) {
    const std::optional<Rational> coefficient = checked_power(term.coefficient, exponent);
    if (!coefficient) return Polynomial::faulted(Fault::Overflow);
    std::vector<Power> powers(term.monomial.begin(), term.monomial.end());
    for (Power& power : powers) {
        const std::int64_t product = std::int64_t{power.exponent} * exponent;
        if (std::abs(product) > Polynomial::kLargestExponent) return Polynomial::faulted(Fault::Exponent);
        power.exponent = static_cast<int>(product);
    }
    return Polynomial::from_terms({{*coefficient, Monomial(std::move(powers))}});
}

Polynomial pow(const Polynomial& base, const Polynomial& exponent) {
    if (base.is_faulted()) return base;
    if (exponent.is_faulted()) return exponent;
    const std::optional<Rational> constant = exponent.constant();
    if (constant && constant->is_integer()) return whole_power(base, constant->numerator());
    if (constant && base.is_constant() && base != 1) return Polynomial::faulted(Fault::Exponent);
    return symbolic_power(base, exponent);
}

Polynomial floor(const Polynomial& value) {
    return rounded(value, Function::Floor);
}
Polynomial ceil(const Polynomial& value) {
    return rounded(value, Function::Ceil);
}

Polynomial min(const Polynomial& a, const Polynomial& b) {
    return minimum(std::array{a, b});
}
Polynomial max(const Polynomial& a, const Polynomial& b) {
    return maximum(std::array{a, b});
}
Polynomial minimum(std::span<const Polynomial> values) {
    return minimum_or_maximum(values, Function::Min);
}
Polynomial maximum(std::span<const Polynomial> values) {
    return minimum_or_maximum(values, Function::Max);
}

Polynomial floor_divide(const Polynomial& a, const Polynomial& b) {
    return floor(a / b);
}
Polynomial modulo(const Polynomial& a, const Polynomial& b) {
    return a - b * floor_divide(a, b);
}

}  // namespace paramscope
