// Takes common factors out of sums, for people: 4·d·(d + 1) for 4·d² + 4·d. Only how a formula is written
// changes, not the polynomial.
#pragma once

#include <vector>

#include "algebra/polynomial.h"

namespace paramscope {

/// Most terms of a formula of which common factors are taken out.
inline constexpr std::size_t kMostFactoredTerms = 24;

/// A term as it is written.
struct WrittenTerm {
    /// A term of the polynomial, or a product: the common factor of several terms, times a Group that holds
    /// their sum divided by that factor.
    Term shown;
    /// The terms of the polynomial that `shown` replaces, in the order of the terms in the Group. They point
    /// into the polynomial.
    std::vector<const Term*> terms;

    bool is_group() const { return terms.size() > 1; }
    /// What is in parentheses; only of a group.
    const Polynomial& inside() const { return shown.monomial.back().atom.arguments().front(); }
};

/// Returns the terms as they are written, in canonical order. Takes a factor out of all terms, or out of the
/// first and those that share it, and only where fewer numbers, names and exponents are written then. Leaves
/// formulas with more than kMostFactoredTerms terms as they are.
std::vector<WrittenTerm> factored(const Polynomial& value);

/// WrittenTerm::shown of each.
std::vector<Term> shown_terms(const std::vector<WrittenTerm>& written);

}  // namespace paramscope
