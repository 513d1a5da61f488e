// Terms and monomials: arithmetic shared by the files of this folder, and the layout of a printed formula.
// Elsewhere only code that prints formulas includes this.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "algebra/polynomial.h"

namespace paramscope {

/// The product; nullopt where an exponent exceeds Polynomial::kLargestExponent. Groups may end up with
/// positive exponents.
std::optional<Monomial> multiply(const Monomial& a, const Monomial& b);

/// 1 / monomial.
Monomial inverse(const Monomial& monomial);

/// The monomial of the smaller exponents, an absent atom counting as exponent 0.
Monomial common_factor(const Monomial& a, const Monomial& b);

/// True when the atom is a Group.
bool is_group(const Power& power);
/// True when a term has a Group.
bool has_group(const Polynomial& value);

/// The sizes of all atoms added up, and 1 for the term itself.
std::size_t size(const Term& term);

/// True when the value is a whole number for any values of the symbols.
bool is_whole(const Term& term);
bool is_whole(const Polynomial& value);

/// The smallest positive number that makes every coefficient whole; nullopt on overflow.
std::optional<Integer> common_denominator(const Polynomial& value);

/// value * term. A group of `term` cancels where `value` is a multiple of it and has no group itself: (d +
/// 1)·h times 1/(d + 1) is h.
Polynomial times_term(const Polynomial& value, const Term& term);

/// term ** exponent.
Polynomial power_of_term(const Term& term, int exponent);

/// A polynomial as monomial * rest: the rest has only exponents >= 0, no group, and no atom that all of its
/// terms share. e.g. 4·d²/h + 2·d/h is d/h * (4·d + 2)
struct Factored {
    Monomial monomial;
    Polynomial rest;
};
Factored factor_out_monomial(const Polynomial& value);

/// dividend / divisor; nullopt where the quotient is not a polynomial. `divisor` has no group.
std::optional<Polynomial> exact_quotient(const Polynomial& dividend, const Polynomial& divisor);

/// a / b for a sum of several terms b: exact where the quotient is a polynomial, else with a Group atom.
Polynomial divide_by_sum(const Polynomial& a, const Polynomial& b);

/// A polynomial as numerator / denominator; the denominator is one term with a whole coefficient and
/// exponents >= 0.
struct Quotient {
    Polynomial numerator;
    Term denominator;
};

/// Factors out the divisor and the common denominator of all terms, e.g. (H − 1)/2 for H/2 − 1/2.
Quotient as_quotient(const Polynomial& value);

/// Gives what takes the place of an atom; nullopt for one whose arguments are rebuilt.
using AtomReplacements = std::function<std::optional<Polynomial>(const Atom&)>;

/// The value with some atoms replaced, those in function arguments too; the result is canonical.
Polynomial rebuilt(const Polynomial& value, const AtomReplacements& replacements);

/// The group that divides the term once; null where there is none.
const Atom* sole_divisor_group(const Term& term);

/// True for a symbol and for a whole number >= 0, which need no parentheses as a base or an exponent.
bool is_simple(const Polynomial& value);

/// The canonical order, except that the first term with a positive sign leads: `W - K`, not `-K + W`.
std::vector<const Term*> in_reading_order(std::span<const Term> terms);

}  // namespace paramscope
