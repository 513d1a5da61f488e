// What the files of this folder share about terms, monomials and their arithmetic; elsewhere only of use to who
// writes formulas down.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "algebra/polynomial.h"

namespace paramscope {

/// Total degree: exponents times the degrees of their atoms.
std::int64_t degree(const Monomial& monomial);

/// The canonical order, negative when `a` comes first: highest total degree, then lexicographic with the
/// higher exponent first. Multiplying both by the same monomial keeps it.
int compare(const Monomial& a, const Monomial& b);

/// The product; nullopt where an exponent leaves its range. Groups may end up with positive exponents.
std::optional<Monomial> multiply(const Monomial& a, const Monomial& b);

/// One over the monomial.
Monomial inverse(const Monomial& monomial);

/// The monomial of the smaller exponents, an absent atom counting as exponent 0.
Monomial common_factor(const Monomial& a, const Monomial& b);

/// True when a Group is the atom, or among the atoms.
bool is_group(const Power& power);
bool has_group(const Monomial& monomial);
bool has_group(const Polynomial& value);

/// The sum of the sizes of all atoms, and one for the term itself.
std::size_t size(const Term& term);

/// True when the value is a whole number whatever the symbols are.
bool is_whole(const Term& term);
bool is_whole(const Polynomial& value);

/// The smallest positive number that makes every coefficient whole; nullopt on overflow.
std::optional<Integer> common_denominator(const Polynomial& value);

/// The product with one term, whose groups cancel where `value` is a multiple of them (and has none itself).
Polynomial times_term(const Polynomial& value, const Term& term);

/// term ** exponent.
Polynomial power_of_term(const Term& term, int exponent);

/// value == monomial * rest, where rest has only whole exponents >= 0, no group, and no atom in all of its
/// terms.
struct Stripped {
    Monomial monomial;
    Polynomial rest;
};
Stripped strip(const Polynomial& value);

/// dividend / divisor where that is a sum of terms without a group of `divisor`, which has no groups itself.
std::optional<Polynomial> exact_quotient(const Polynomial& dividend, const Polynomial& divisor);

/// a / b for a divisor of several terms: exact where it comes out even, else by a Group atom.
Polynomial divided_by_sum(const Polynomial& a, const Polynomial& b);

/// A polynomial as numerator / denominator, the denominator one term with whole coefficient and powers.
struct Quotient {
    Polynomial numerator;
    Term denominator;
};

/// Takes out what all terms are divided by, and the common denominator of the coefficients.
Quotient as_quotient(const Polynomial& value);

/// The canonical order, but a term that is added leads where there is one: `W - K`, not `-K + W`.
std::vector<const Term*> in_reading_order(std::span<const Term> terms);

}  // namespace paramscope
