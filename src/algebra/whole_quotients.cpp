#include "algebra/whole_quotients.h"

#include <optional>

#include "algebra/terms.h"
#include "base/ranges.h"

namespace paramscope {
namespace {

bool is_rounding(const Atom& atom) {
    return !atom.is_symbol() && (atom.function() == Function::Floor || atom.function() == Function::Ceil);
}

bool has_rounding(const Term& term) {
    return any_of(term.monomial, [](const Power& power) { return is_rounding(power.atom); });
}

/// True where a rounding stands in the value, arguments of functions included.
bool contains_rounding(const Polynomial& value) {
    return any_of(value.terms(), [](const Term& term) {
        return any_of(term.monomial, [](const Power& power) {
            return is_rounding(power.atom) || any_of(power.atom.arguments(), contains_rounding);
        });
    });
}

/// True for a term that is whole where its symbols are.
bool is_whole_for_whole(const Term& term) {
    return term.coefficient.is_integer() && all_of(term.monomial, [](const Power& power) {
               return power.exponent > 0 && (power.atom.is_symbol() || power.atom.is_whole());
           });
}

bool has_only_positive_terms(const Polynomial& value) {
    return all_of(value.terms(), [](const Term& term) { return Rational() < term.coefficient; });
}

/// The value without its roundings.
Polynomial unrounded(const Polynomial& value) {
    return rebuilt(value, [](const Atom& atom) -> std::optional<Polynomial> {
        return is_rounding(atom) ? std::optional(unrounded(atom.arguments().front())) : std::nullopt;
    });
}

/// The arguments of the roundings in the terms. nullopt where the value does not change in one direction when
/// they are left out: with negative powers, both kinds of rounding, or a sign that may change.
std::optional<std::vector<Polynomial>> roundings_in_one_direction(std::span<const Term> terms) {
    std::vector<Polynomial> arguments;
    std::optional<Function> kind;
    std::optional<bool> is_positive;
    for (const Term& term : terms) {
        if (!has_rounding(term)) continue;
        const bool sign = Rational() < term.coefficient;
        if (is_positive.value_or(sign) != sign) return std::nullopt;
        is_positive = sign;
        for (const Power& power : term.monomial) {
            if (!is_rounding(power.atom)) continue;
            const Polynomial& argument = power.atom.arguments().front();
            const bool is_usable = power.exponent > 0 &&
                                   kind.value_or(power.atom.function()) == power.atom.function() &&
                                   has_only_positive_terms(argument);
            if (!is_usable) return std::nullopt;
            kind = power.atom.function();
            arguments.push_back(argument);
        }
    }
    return arguments;
}

/// The argument of the only rounding of a term, a floor that divides it once; nullptr for none.
const Polynomial* sole_floored_divisor(const Polynomial& value) {
    if (value.terms().size() != 1) return nullptr;
    const Polynomial* found = nullptr;
    for (const Power& power : value.terms().front().monomial) {
        if (!is_rounding(power.atom)) continue;
        if (found != nullptr || power.exponent != -1 || power.atom.function() != Function::Floor)
            return nullptr;
        found = &power.atom.arguments().front();
    }
    return found != nullptr && has_only_positive_terms(*found) ? found : nullptr;
}

}  // namespace

Polynomial floor_divide_whole(const Polynomial& a, const Polynomial& b) {
    const Polynomial quotient = a / b;
    if (quotient.is_faulted()) return quotient;
    std::vector<Term> whole, rest;
    for (const Term& term : quotient.terms()) (is_whole_for_whole(term) ? whole : rest).push_back(term);
    return Polynomial::from_canonical(std::move(whole)) + floor(Polynomial::from_canonical(std::move(rest)));
}

Polynomial modulo_whole(const Polynomial& a, const Polynomial& b) {
    return a - b * floor_divide_whole(a, b);
}

bool WholeQuotients::learn_equal(const Polynomial& a, const Polynomial& b) {
    const Polynomial difference = simplified(a) - simplified(b);
    if (difference.is_faulted() || difference.is_constant()) return false;
    const auto arguments = roundings_in_one_direction(difference.terms());
    // A floor is not above its argument: where sums without roundings are equal, each floor is exact.
    if (!arguments || arguments->empty() || !unrounded(difference).is_zero()) return false;
    bool is_new = false;
    for (const Polynomial& each : *arguments) is_new = learn(each) || is_new;
    return is_new;
}

bool WholeQuotients::learn_multiple(const Polynomial& a, const Polynomial& b) {
    if (b.is_zero()) return false;
    const Polynomial quotient = simplified(a / b);
    const Polynomial* floored = sole_floored_divisor(quotient);
    // x / floor(x) is below 2: where it is whole, it is 1.
    return floored != nullptr && unrounded(quotient) == 1 ? learn(*floored) : learn(quotient);
}

bool WholeQuotients::learn(const Polynomial& quotient) {
    if (quotient.is_faulted() || quotient.is_constant() || whole_.size() >= kMostQuotients ||
        is_whole(quotient))
        return false;
    whole_.push_back(quotient);
    return true;
}

bool WholeQuotients::is_whole(const Term& term) const {
    if (is_whole_for_whole(term)) return true;
    const Polynomial value = Polynomial::from_canonical({term});
    return any_of(whole_, [&](const Polynomial& quotient) {
        if (quotient.terms().size() != 1 || work_ > kMostWork) return false;
        work_ += value.size() + quotient.size();
        const Polynomial rest = value / quotient;
        return !rest.is_faulted() && rest.terms().size() == 1 && is_whole_for_whole(rest.terms().front());
    });
}

bool WholeQuotients::is_whole(const Polynomial& value) const {
    return contains(whole_, value) || all_of(value.terms(), [&](const Term& term) { return is_whole(term); });
}

Polynomial WholeQuotients::simplified(const Polynomial& formula) const {
    if (whole_.empty() || formula.is_constant() || !contains_rounding(formula)) return formula;
    return rebuilt(formula, [&](const Atom& atom) -> std::optional<Polynomial> {
        if (!is_rounding(atom)) return std::nullopt;
        const Polynomial argument = simplified(atom.arguments().front());
        if (argument.is_faulted() || is_whole(argument)) return argument;
        std::vector<Term> whole, rest;
        for (const Term& term : argument.terms()) (is_whole(term) ? whole : rest).push_back(term);
        const Polynomial inner = Polynomial::from_canonical(std::move(rest));
        return Polynomial::from_canonical(std::move(whole)) +
               (atom.function() == Function::Floor ? floor(inner) : ceil(inner));
    });
}

}  // namespace paramscope
