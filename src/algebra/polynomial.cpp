#include "algebra/polynomial.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <iterator>

#include "algebra/messages.h"
#include "algebra/terms.h"

namespace paramscope {
namespace {

/// Sums of at most this many terms are inserted one term at a time; longer ones are merged in one pass.
constexpr std::size_t kFewTerms = 4;

/// True when the atoms are in strict order, each with an exponent that is allowed.
bool is_ordered(const Monomial& monomial) {
    for (std::size_t i = 0; i < monomial.size(); ++i) {
        const int exponent = monomial[i].exponent;
        if (exponent == 0 || std::abs(exponent) > Polynomial::kLargestExponent) return false;
        if (i > 0 && compare(monomial[i - 1].atom, monomial[i].atom) >= 0) return false;
    }
    return true;
}

bool has_positive_group(const Term& term) {
    return std::any_of(term.monomial.begin(), term.monomial.end(),
                       [](const Power& power) { return is_group(power) && power.exponent > 0; });
}

/// The monomial with its atoms in order and each once; nullopt where an exponent exceeds its limit.
std::optional<Monomial> ordered(Monomial monomial) {
    if (is_ordered(monomial)) return monomial;
    std::optional<Monomial> product = Monomial();
    for (const Power& power : monomial) {
        product = multiply(*product, {power});
        if (!product) break;
    }
    return product;
}

/// The sum of the terms; groups with positive exponents are multiplied out.
Polynomial expand_positive_groups(std::span<const Term> terms) {
    Polynomial sum;
    for (const Term& term : terms) {
        if (sum.is_faulted()) break;
        Term rest{term.coefficient, {}};
        Polynomial factors = 1;
        for (const Power& power : term.monomial) {
            if (is_group(power) && power.exponent > 0) {
                factors *= pow(power.atom.arguments().front(), power.exponent);
            } else {
                rest.monomial.push_back(power);
            }
        }
        sum += times_term(factors, rest);
    }
    return sum;
}

/// Adds up neighbours with the same monomial and drops zeros; false on overflow.
bool merge_neighbours(std::vector<Term>& terms) {
    std::vector<Term> merged;
    for (Term& term : terms) {
        if (merged.empty() || compare(merged.back().monomial, term.monomial) != 0) {
            merged.push_back(std::move(term));
            continue;
        }
        const std::optional<Rational> sum = checked_add(merged.back().coefficient, term.coefficient);
        if (!sum) return false;
        merged.back().coefficient = *sum;
    }
    std::erase_if(merged, [](const Term& term) { return term.coefficient.is_zero(); });
    terms = std::move(merged);
    return true;
}

/// sum * term where one of the term's groups divides the sum; nullopt where none does.
std::optional<Polynomial> cancel_group(const Polynomial& sum, const Term& term) {
    for (std::size_t i = 0; i < term.monomial.size(); ++i) {
        if (!is_group(term.monomial[i])) continue;
        const std::optional<Polynomial> quotient =
            exact_quotient(sum, term.monomial[i].atom.arguments().front());
        if (!quotient) continue;
        Term rest = term;
        const auto power = rest.monomial.begin() + static_cast<std::ptrdiff_t>(i);
        if (++power->exponent == 0) rest.monomial.erase(power);
        return times_term(*quotient, rest);
    }
    return std::nullopt;
}

/// The terms times `factor`, added up. Each half is added up before the two halves are, so that memory stays
/// near the size of the result.
Polynomial multiply_sums(std::span<const Term> terms, const Polynomial& factor) {
    if (terms.size() == 1) return times_term(factor, terms.front());
    const std::size_t half = terms.size() / 2;
    Polynomial sum = multiply_sums(terms.first(half), factor);
    if (!sum.is_faulted()) sum += multiply_sums(terms.subspan(half), factor);
    return sum;
}

Polynomial product(const Polynomial& a, const Polynomial& b) {
    if (a.terms().size() * b.terms().size() > Polynomial::kMostProducts) {
        return Polynomial::faulted(Fault::TooManyTerms);
    }
    // Groups cancel only against a factor that is not split into its terms.
    const bool splits_a = has_group(a) != has_group(b) ? has_group(a) : a.terms().size() <= b.terms().size();
    return splits_a ? multiply_sums(a.terms(), b) : multiply_sums(b.terms(), a);
}

}  // namespace

namespace {

const MessageTemplate& template_of(Fault fault) {
    constexpr AlgebraMessageId kTemplates[] = {"fault.none", "fault.overflow", "fault.too_many_terms",
                                               "fault.division_by_zero", "fault.exponent"};
    return *kTemplates[static_cast<std::size_t>(fault)];
}

}  // namespace

std::string_view to_string(Fault fault) {
    return template_of(fault).english;
}

Message message_of(Fault fault) {
    return Message(template_of(fault), {});
}

Error error_of(Fault fault, Span span) {
    ErrorCode code = ErrorCode::Domain;
    if (fault == Fault::Overflow) code = ErrorCode::Overflow;
    if (fault == Fault::TooManyTerms) code = ErrorCode::TooComplex;
    return {code, message_of(fault), span};
}

Polynomial::Polynomial(Integer constant) : Polynomial(Rational(constant)) {}

Polynomial::Polynomial(const Rational& constant) {
    if (constant.is_zero()) return;
    terms_.push_back({constant, {}});
    size_ = 1;
}

Polynomial Polynomial::symbol(std::string_view name) {
    return from_atom(Atom(std::string(name)));
}

Polynomial Polynomial::faulted(Fault fault) {
    Polynomial result;
    result.fault_ = fault;
    return result;
}

Polynomial Polynomial::from_terms(std::vector<Term> terms) {
    for (Term& term : terms) {
        std::optional<Monomial> monomial = ordered(std::move(term.monomial));
        if (!monomial) return faulted(Fault::Exponent);
        term.monomial = std::move(*monomial);
    }
    if (std::any_of(terms.begin(), terms.end(), has_positive_group)) return expand_positive_groups(terms);
    std::sort(terms.begin(), terms.end(),
              [](const Term& a, const Term& b) { return compare(a.monomial, b.monomial) < 0; });
    if (!merge_neighbours(terms)) return faulted(Fault::Overflow);
    return from_canonical(std::move(terms));
}

Polynomial Polynomial::from_canonical(std::vector<Term> terms) {
    if (terms.size() > kMostTerms) return faulted(Fault::TooManyTerms);
    Polynomial result;
    for (const Term& term : terms) {
        if (term.monomial.size() > kMostFactors) return faulted(Fault::TooManyTerms);
        result.size_ += paramscope::size(term);
    }
    if (result.size_ > kLargestSize) return faulted(Fault::TooManyTerms);
    result.terms_ = std::move(terms);
    assert(result.is_canonical());
    return result;
}

Polynomial Polynomial::from_atom(Atom atom, int exponent) {
    if (atom.depth() > kDeepestNesting) return faulted(Fault::TooManyTerms);
    std::vector<Term> terms;
    terms.push_back({Integer{1}, {{std::move(atom), exponent}}});
    return from_canonical(std::move(terms));
}

bool Polynomial::is_constant() const {
    return !is_faulted() && (terms_.empty() || (terms_.size() == 1 && terms_.front().monomial.empty()));
}

std::optional<Rational> Polynomial::constant() const {
    if (!is_constant()) return std::nullopt;
    return terms_.empty() ? Rational() : terms_.front().coefficient;
}

/// Adds or subtracts: `combine` is checked_add or checked_subtract.
void Polynomial::merge(const Polynomial& other, Combine combine) {
    if (is_faulted() || other.is_zero()) return;
    if (other.is_faulted()) {
        *this = other;
        return;
    }
    bool fits = true;
    if (other.terms_.size() <= kFewTerms) {
        for (const Term& term : other.terms_) fits = fits && merge_term(term, combine);
    } else {
        fits = merge_sum(other, combine);
    }
    if (!fits) {
        *this = faulted(Fault::Overflow);
    } else if (terms_.size() > kMostTerms || size_ > kLargestSize) {
        *this = faulted(Fault::TooManyTerms);
    }
    assert(is_canonical());
}

/// Merges one term at its place in the order; false on overflow.
bool Polynomial::merge_term(const Term& term, Combine combine) {
    const auto place = std::lower_bound(
        terms_.begin(), terms_.end(), term.monomial,
        [](const Term& left, const Monomial& right) { return compare(left.monomial, right) < 0; });
    const bool meet = place != terms_.end() && compare(place->monomial, term.monomial) == 0;
    const std::optional<Rational> coefficient =
        combine(meet ? place->coefficient : Rational(), term.coefficient);
    if (!coefficient) return false;
    if (!meet) {
        terms_.insert(place, {*coefficient, term.monomial});
        size_ += paramscope::size(term);
    } else if (coefficient->is_zero()) {
        terms_.erase(place);
        size_ -= paramscope::size(term);
    } else {
        place->coefficient = *coefficient;
    }
    return true;
}

/// Merges many terms in one pass; false on overflow.
bool Polynomial::merge_sum(const Polynomial& other, Combine combine) {
    std::vector<Term> sum;
    sum.reserve(terms_.size() + other.terms_.size());
    auto left = terms_.begin();
    for (const Term& right : other.terms_) {
        int order = 1;
        while (left != terms_.end() && (order = compare(left->monomial, right.monomial)) < 0) {
            sum.push_back(std::move(*left++));
        }
        const bool meet = left != terms_.end() && order == 0;
        const auto coefficient = combine(meet ? left->coefficient : Rational(), right.coefficient);
        if (!coefficient) return false;
        if (!meet) size_ += paramscope::size(right);
        if (coefficient->is_zero()) {
            size_ -= paramscope::size(right);
        } else {
            sum.push_back({*coefficient, meet ? std::move(left->monomial) : right.monomial});
        }
        if (meet) ++left;
    }
    std::move(left, terms_.end(), std::back_inserter(sum));
    terms_ = std::move(sum);
    return true;
}

/// Multiplies or divides every coefficient by a factor that is not zero: `combine` is checked_multiply or
/// checked_divide.
void Polynomial::scale(const Rational& factor, Combine combine) {
    for (Term& term : terms_) {
        const std::optional<Rational> coefficient = combine(term.coefficient, factor);
        if (!coefficient) {
            *this = faulted(Fault::Overflow);
            return;
        }
        term.coefficient = *coefficient;
    }
}

Polynomial& Polynomial::operator+=(const Polynomial& other) {
    if (&other == this) return *this *= Polynomial(2);
    merge(other, &checked_add);
    return *this;
}

Polynomial& Polynomial::operator-=(const Polynomial& other) {
    if (&other == this) return *this *= Polynomial();
    merge(other, &checked_subtract);
    return *this;
}

Polynomial& Polynomial::operator*=(const Polynomial& other) {
    if (is_faulted()) return *this;
    if (other.is_faulted() || other.is_zero()) return *this = other;
    if (is_zero()) return *this;
    if (other.is_constant()) {
        scale(Rational(other.terms_.front().coefficient), &checked_multiply);
    } else if (is_constant()) {
        const Rational factor = terms_.front().coefficient;
        *this = other;
        scale(factor, &checked_multiply);
    } else {
        *this = product(*this, other);
    }
    return *this;
}

Polynomial& Polynomial::operator/=(const Polynomial& other) {
    if (is_faulted()) return *this;
    if (other.is_faulted()) return *this = other;
    if (other.is_zero()) return *this = faulted(Fault::DivisionByZero);
    if (is_zero()) return *this;
    if (other.is_constant()) {
        scale(Rational(other.terms_.front().coefficient), &checked_divide);
    } else if (other.terms_.size() == 1) {
        *this *= power_of_term(other.terms_.front(), -1);
    } else {
        *this = divide_by_sum(*this, other);
    }
    return *this;
}

Polynomial Polynomial::operator-() const {
    Polynomial result = *this;
    result.scale(Rational(Integer{-1}), &checked_multiply);
    return result;
}

int compare(const Polynomial& a, const Polynomial& b) {
    if (a.fault_ != b.fault_) return a.fault_ < b.fault_ ? -1 : 1;
    const std::size_t shared = std::min(a.terms_.size(), b.terms_.size());
    for (std::size_t i = 0; i < shared; ++i) {
        const int order = compare(a.terms_[i].monomial, b.terms_[i].monomial);
        if (order != 0) return order;
        if (a.terms_[i].coefficient != b.terms_[i].coefficient) {
            return a.terms_[i].coefficient < b.terms_[i].coefficient ? -1 : 1;
        }
    }
    if (a.terms_.size() == b.terms_.size()) return 0;
    return a.terms_.size() < b.terms_.size() ? -1 : 1;
}

bool Polynomial::is_canonical() const {
    if (is_faulted()) return terms_.empty();
    if (terms_.size() > kMostTerms || size_ > kLargestSize) return false;
    std::size_t total = 0;
    for (const Term& term : terms_) total += paramscope::size(term);
    if (total != size_) return false;
    for (std::size_t i = 0; i < terms_.size(); ++i) {
        if (terms_[i].coefficient.is_zero() || !is_ordered(terms_[i].monomial)) return false;
        if (has_positive_group(terms_[i])) return false;
        if (i > 0 && compare(terms_[i - 1].monomial, terms_[i].monomial) >= 0) return false;
    }
    return true;
}

Polynomial times_term(const Polynomial& value, const Term& term) {
    if (value.is_faulted() || value.is_zero()) return value;
    if (value.terms().size() > 1 && has_group(term.monomial) && !has_group(value)) {
        if (const std::optional<Polynomial> result = cancel_group(value, term)) return *result;
    }
    std::vector<Term> products;
    products.reserve(value.terms().size());
    for (const Term& part : value.terms()) {
        const std::optional<Rational> coefficient = checked_multiply(part.coefficient, term.coefficient);
        if (!coefficient) return Polynomial::faulted(Fault::Overflow);
        std::optional<Monomial> monomial = multiply(part.monomial, term.monomial);
        if (!monomial) return Polynomial::faulted(Fault::Exponent);
        products.push_back({*coefficient, std::move(*monomial)});
    }
    return Polynomial::from_canonical(std::move(products));
}

}  // namespace paramscope
