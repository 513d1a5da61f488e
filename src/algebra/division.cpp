// Divides by sums: exactly where the quotient is a polynomial, else by a Group atom.
#include <cassert>

#include "algebra/terms.h"
#include "base/ranges.h"

namespace paramscope {
namespace {

/// Limit of terms that an exact division may move: a larger quotient would not be readable.
constexpr std::size_t kMostDivisionWork = 1u << 17;

/// a / b; nullopt where an exponent would be negative.
std::optional<Monomial> monomial_quotient(const Monomial& a, const Monomial& b) {
    std::optional<Monomial> quotient = multiply(a, inverse(b));
    if (!quotient || any_of(*quotient, [](const Power& power) { return power.exponent < 0; })) {
        return std::nullopt;
    }
    return quotient;
}

std::optional<Term> term_quotient(const Term& a, const Term& b) {
    std::optional<Monomial> monomial = monomial_quotient(a.monomial, b.monomial);
    const std::optional<Rational> coefficient = checked_divide(a.coefficient, b.coefficient);
    if (!monomial || !coefficient) return std::nullopt;
    return Term{*coefficient, std::move(*monomial)};
}

/// Long division of polynomials without negative exponents; nullopt where a remainder is left.
std::optional<Polynomial> whole_quotient(const Polynomial& dividend, const Polynomial& divisor) {
    if (dividend.is_zero()) return dividend;
    // Both the first and the last terms of a product are products: most divisions with a remainder end here.
    if (!term_quotient(dividend.terms().back(), divisor.terms().back())) return std::nullopt;
    std::vector<Term> quotient;
    Polynomial rest = dividend;
    std::size_t work = 0;
    while (!rest.is_zero()) {
        work += rest.terms().size() + divisor.terms().size();
        if (work > kMostDivisionWork) return std::nullopt;
        std::optional<Term> next = term_quotient(rest.terms().front(), divisor.terms().front());
        if (!next) return std::nullopt;
        rest -= times_term(divisor, *next);
        if (rest.is_faulted()) return std::nullopt;
        quotient.push_back(std::move(*next));
    }
    return Polynomial::from_canonical(std::move(quotient));
}

/// The content of a polynomial: dividing by it makes all coefficients whole numbers without a common factor,
/// the leading one positive. nullopt on overflow.
std::optional<Rational> content(const Polynomial& value) {
    UnsignedInteger numerators = 0;
    for (const Term& term : value.terms()) {
        numerators = magnitude_gcd(numerators, magnitude(term.coefficient.numerator()));
    }
    const std::optional<Integer> denominators = common_denominator(value);
    const bool negative = value.terms().front().coefficient < Rational();
    const std::optional<Integer> numerator = integer_of(numerators, negative);
    if (!numerator || !denominators) return std::nullopt;
    return Rational::make(*numerator, *denominators);
}

/// a / divisor by a Group atom; no atom is shared by all terms of the divisor, which has two or more.
Polynomial divide_by_group(const Polynomial& a, const Polynomial& divisor) {
    const std::optional<Rational> factor = content(divisor);
    if (!factor) return Polynomial::faulted(Fault::Overflow);
    Polynomial group = divisor / Polynomial(*factor);
    if (group.is_faulted()) return group;
    return a / Polynomial(*factor) * Polynomial::from_atom(Atom(Function::Group, {std::move(group)}), -1);
}

}  // namespace

Polynomial divide_by_sum(const Polynomial& a, const Polynomial& b) {
    if (!has_group(b)) {
        std::optional<Polynomial> quotient = exact_quotient(a, b);
        if (quotient) return std::move(*quotient);
    }
    const Factored divisor = factor_out_monomial(b);
    const Polynomial rest = a * power_of_term({Integer{1}, divisor.monomial}, -1);
    if (divisor.monomial.empty()) return divide_by_group(rest, divisor.rest);
    return rest / divisor.rest;
}

Factored factor_out_monomial(const Polynomial& value) {
    assert(!value.is_zero());
    Monomial common = value.terms().front().monomial;
    for (const Term& term : value.terms()) common = common_factor(common, term.monomial);
    if (common.empty()) return {std::move(common), value};
    const Monomial factor = inverse(common);
    std::vector<Term> shifted;
    shifted.reserve(value.terms().size());
    for (const Term& term : value.terms()) {
        std::optional<Monomial> monomial = multiply(term.monomial, factor);
        if (!monomial) return {std::move(common), Polynomial::faulted(Fault::Exponent)};
        shifted.push_back({term.coefficient, std::move(*monomial)});
    }
    return {std::move(common), Polynomial::from_terms(std::move(shifted))};
}

std::optional<Polynomial> exact_quotient(const Polynomial& dividend, const Polynomial& divisor) {
    assert(!has_group(divisor));
    const Factored above = factor_out_monomial(dividend);
    const Factored below = factor_out_monomial(divisor);
    if (above.rest.is_faulted() || below.rest.is_faulted()) return std::nullopt;
    std::optional<Polynomial> quotient = whole_quotient(above.rest, below.rest);
    if (!quotient || quotient->is_faulted()) return std::nullopt;
    const Term upper{Integer{1}, above.monomial};
    const Term lower{Integer{1}, inverse(below.monomial)};
    return times_term(times_term(*quotient, upper), lower);
}

}  // namespace paramscope
