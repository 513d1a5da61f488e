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
    /// The term itself, or the common factor of several with what remains of them as a Group to the power 1.
    Term shown;
    /// The terms of the polynomial that it stands for, in canonical order, which is that of the Group's. They
    /// belong to the polynomial.
    std::vector<const Term*> terms;

    bool is_group() const { return terms.size() > 1; }
    /// What is in parentheses; only of a group.
    const Polynomial& inside() const { return shown.monomial.back().atom.arguments().front(); }
};

/// The terms as they are written, in canonical order. Factors are taken out only where that needs fewer
/// numbers, names and exponents: a common factor of all terms, or of those that share one with the first
/// among them. Of formulas with more than kMostFactoredTerms terms there are none.
std::vector<WrittenTerm> factored(const Polynomial& value);

/// WrittenTerm::shown of each.
std::vector<Term> shown_terms(const std::vector<WrittenTerm>& written);

}  // namespace paramscope
