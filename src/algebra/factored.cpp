#include "algebra/factored.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <utility>

#include "algebra/terms.h"
#include "base/ranges.h"

namespace paramscope {
namespace {

using Terms = std::vector<const Term*>;

/// How many numbers, names and exponents are written for a term.
std::size_t written_size(const Term& term) {
    const bool is_one = term.coefficient.numerator() == 1 || term.coefficient.numerator() == -1;
    std::size_t size = !is_one || term.monomial.empty() ? 1 : 0;
    if (!term.coefficient.is_integer()) ++size;
    for (const Power& power : term.monomial)
        size += power.atom.size() + (std::abs(power.exponent) == 1 ? 0 : 1);
    return size;
}

std::size_t written_size(const Terms& terms) {
    std::size_t size = 0;
    for (const Term* term : terms) size += written_size(*term);
    return size;
}

/// The factors that both have: those to positive powers.
Monomial shared_factor(const Monomial& a, const Monomial& b) {
    const Monomial common = common_factor(a, b);
    std::vector<Power> powers(common.begin(), common.end());
    std::erase_if(powers, [](const Power& power) { return power.exponent < 0; });
    return Monomial(std::move(powers));
}

bool has_factor(const Term& term, const Monomial& factor) {
    return compare(shared_factor(term.monomial, factor), factor) == 0;
}

/// The largest whole number that divides all coefficients, negative where all are; 1 where one is a fraction.
Integer common_coefficient(const Terms& terms) {
    Integer common = 0;
    for (const Term* term : terms) {
        const bool is_small =
            term->coefficient.is_integer() && term->coefficient.numerator() != kSmallestInteger;
        common = is_small ? greatest_common_divisor(common, term->coefficient.numerator()) : 1;
        if (common == 1) break;
    }
    const bool are_negative = all_of(terms, [](const Term* term) { return term->coefficient < Rational(); });
    return are_negative ? -common : common;
}

struct Candidate {
    WrittenTerm written;
    std::size_t size = 0;  ///< written_size() of all
};

/// The terms with the factor and the number that they share taken out; nullopt where that is not shorter.
std::optional<Candidate> take_out(const Terms& terms, const Monomial& factor) {
    const Rational number(common_coefficient(terms));
    std::vector<Term> inside;
    for (const Term* term : terms) {
        const std::optional<Monomial> rest = multiply(term->monomial, inverse(factor));
        const std::optional<Rational> coefficient = checked_divide(term->coefficient, number);
        if (!rest || !coefficient) return std::nullopt;
        inside.push_back({*coefficient, *rest});
    }
    Terms within;
    for (const Term& term : inside) within.push_back(&term);
    const std::size_t size = written_size(within) + (magnitude(number.numerator()) == 1 ? 0 : 1) +
                             (factor.empty() ? 0 : written_size(Term{Rational(Integer{1}), factor}));
    if (size >= written_size(terms)) return std::nullopt;
    Polynomial sum = Polynomial::from_canonical(std::move(inside));
    if (sum.is_faulted()) return std::nullopt;
    std::vector<Power> powers(factor.begin(), factor.end());
    powers.push_back({Atom(Function::Group, {std::move(sum)}), 1});
    return Candidate{{{number, Monomial(std::move(powers))}, terms}, size};
}

struct Written {
    std::vector<WrittenTerm> terms;
    std::size_t size = 0;
};

/// Takes out what the first of the terms shares most closely with others, and so on.
Written by_first_terms(Terms left) {
    Written written;
    while (!left.empty()) {
        const Term* const first = left.front();
        std::optional<Candidate> best;
        Monomial best_factor;
        for (std::size_t i = 1; i < left.size(); ++i) {
            const Monomial factor = shared_factor(first->monomial, left[i]->monomial);
            if (best && factor.degree() <= best_factor.degree()) continue;
            Terms sharing;
            std::copy_if(left.begin(), left.end(), std::back_inserter(sharing),
                         [&](const Term* term) { return has_factor(*term, factor); });
            std::optional<Candidate> candidate = take_out(sharing, factor);
            if (!candidate) continue;
            best = std::move(candidate);
            best_factor = factor;
        }
        if (!best) best = Candidate{{*first, {first}}, written_size(*first)};
        const Terms& taken = best->written.terms;
        std::erase_if(left, [&](const Term* term) { return contains(taken, term); });
        written.size += best->size;
        written.terms.push_back(std::move(best->written));
    }
    return written;
}

}  // namespace

std::vector<Term> shown_terms(const std::vector<WrittenTerm>& written) {
    std::vector<Term> shown;
    for (const WrittenTerm& term : written) shown.push_back(term.shown);
    return shown;
}

std::vector<WrittenTerm> factored(const Polynomial& value) {
    Terms all;
    for (const Term& term : value.terms()) all.push_back(&term);
    std::vector<WrittenTerm> plain;
    for (const Term* term : all) plain.push_back({*term, {term}});
    if (all.size() < 2 || all.size() > kMostFactoredTerms) return plain;
    Monomial common = all.front()->monomial;
    for (const Term* term : all) common = shared_factor(common, term->monomial);
    std::optional<Candidate> whole = take_out(all, common);
    Written parts = by_first_terms(std::move(all));
    if (!whole || parts.size <= whole->size) return std::move(parts.terms);
    plain.clear();
    plain.push_back(std::move(whole->written));
    return plain;
}

}  // namespace paramscope
