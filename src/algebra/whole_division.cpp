#include "algebra/whole_division.h"

#include <vector>

#include "algebra/terms.h"
#include "base/ranges.h"

namespace paramscope {
namespace {

/// True for a term that is whole where its symbols are.
bool is_whole_for_whole(const Term& term) {
    return term.coefficient.is_integer() && all_of(term.monomial, [](const Power& power) {
               return power.exponent > 0 && (power.atom.is_symbol() || power.atom.is_whole());
           });
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

}  // namespace paramscope
