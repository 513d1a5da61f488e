#include "algebra/polynomial.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <iterator>

#include "algebra/messages.h"
#include "algebra/terms.h"
#include "base/ranges.h"

namespace paramscope {
namespace {

/// Sums of at most this many terms are inserted one term at a time; longer ones are merged in one pass.
constexpr std::size_t kFewTerms = 4;

/// The number, where it is whole and a Polynomial can hold it itself.
std::optional<std::int64_t> small_value(const Rational& number) {
    using Held = NumberOr<Counted>;
    const Integer whole = number.numerator();
    if (!number.is_integer() || whole < Held::kSmallest || whole > Held::kLargest) return std::nullopt;
    return static_cast<std::int64_t>(whole);
}

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
    return term.monomial.has_group() &&
           any_of(term.monomial, [](const Power& power) { return is_group(power) && power.exponent > 0; });
}

/// The monomial with its atoms in order and each once; nullopt where an exponent exceeds its limit.
std::optional<Monomial> ordered(Monomial monomial) {
    if (is_ordered(monomial)) return monomial;
    std::optional<Monomial> product = Monomial();
    for (const Power& power : monomial) {
        if (std::abs(power.exponent) > Polynomial::kLargestExponent) return std::nullopt;
        if (power.exponent != 0) product = multiply(*product, {power});
        if (!product) break;
    }
    return product;
}

/// The sum of the terms; groups with positive exponents are multiplied out.
Polynomial expand_positive_groups(std::span<const Term> terms) {
    Polynomial sum;
    for (const Term& term : terms) {
        if (sum.is_faulted()) break;
        std::vector<Power> rest;
        Polynomial factors = 1;
        for (const Power& power : term.monomial) {
            if (is_group(power) && power.exponent > 0) {
                factors *= pow(power.atom.arguments().front(), power.exponent);
            } else {
                rest.push_back(power);
            }
        }
        sum += times_term(factors, {term.coefficient, Monomial(std::move(rest))});
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
        std::vector<Power> rest(term.monomial.begin(), term.monomial.end());
        const auto power = rest.begin() + static_cast<std::ptrdiff_t>(i);
        if (++power->exponent == 0) rest.erase(power);
        return times_term(*quotient, {term.coefficient, Monomial(std::move(rest))});
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

Polynomial::Sum::Sum() = default;
Polynomial::Sum::Sum(const Sum&) = default;
Polynomial::Sum::~Sum() = default;

Polynomial::Polynomial(const Rational& constant) {
    if (const std::optional<std::int64_t> small = small_value(constant)) {
        value_ = NumberOr<Sum>(*small);
    } else {
        Sum& sum = own_sum();
        sum.terms.push_back({constant, {}});
        sum.size = 1;
    }
}

Polynomial Polynomial::symbol(std::string_view name) {
    return from_atom(Atom(name));
}

Polynomial Polynomial::faulted(Fault fault) {
    Polynomial result;
    result.own_sum().fault = fault;
    return result;
}

Polynomial Polynomial::from_terms(std::vector<Term> terms) {
    for (Term& term : terms) {
        std::optional<Monomial> monomial = ordered(std::move(term.monomial));
        if (!monomial) return faulted(Fault::Exponent);
        term.monomial = std::move(*monomial);
    }
    if (any_of(terms, has_positive_group)) return expand_positive_groups(terms);
    sort(terms, [](const Term& a, const Term& b) { return compare(a.monomial, b.monomial) < 0; });
    if (!merge_neighbours(terms)) return faulted(Fault::Overflow);
    return from_canonical(std::move(terms));
}

Polynomial Polynomial::from_canonical(std::vector<Term> terms) {
    if (terms.size() > kMostTerms) return faulted(Fault::TooManyTerms);
    Polynomial result;
    if (terms.empty()) return result;
    Sum& sum = result.own_sum();
    for (const Term& term : terms) {
        if (term.monomial.size() > kMostFactors) return faulted(Fault::TooManyTerms);
        sum.size += paramscope::size(term);
    }
    sum.terms = std::move(terms);
    result.settle();
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
    return is_small() || (sum()->terms.size() == 1 && sum()->terms.front().monomial.empty());
}

std::optional<Rational> Polynomial::constant() const {
    if (is_small()) return Rational(small());
    if (!is_constant()) return std::nullopt;
    return sum()->terms.front().coefficient;
}

std::size_t Polynomial::size() const {
    if (is_small()) return small() == 0 ? 0 : 1;
    return sum()->size;
}

std::span<const Term> Polynomial::terms() const {
    if (is_zero()) return {};
    if (!sum()) {
        auto* number = new Sum();
        number->terms.push_back({Integer{small()}, {}});
        number->size = 1;
        number->small = small();
        number->is_small = true;
        value_ = NumberOr<Sum>(number);
    }
    return sum()->terms;
}

/// Terms to change, which no other polynomial shares; settle() must follow.
Polynomial::Sum& Polynomial::own_sum() {
    if (!is_zero()) terms();
    if (!sum()) {
        value_ = NumberOr<Sum>(new Sum());
    } else if (!value_.is_sole()) {
        value_ = NumberOr<Sum>(new Sum(*sum()));
    }
    sum()->is_small = false;
    return *sum();
}

/// Brings terms that have changed into the one form of their value: within the limits, small numbers without
/// terms.
void Polynomial::settle() {
    if (sum()->terms.size() > kMostTerms || sum()->size > kLargestSize) {
        *this = faulted(Fault::TooManyTerms);
    } else if (sum()->terms.empty()) {
        *this = Polynomial();
    } else if (is_constant()) {
        *this = Polynomial(Rational(sum()->terms.front().coefficient));
    }
}

/// Adds or subtracts: `combine` is checked_add or checked_subtract.
void Polynomial::add(const Polynomial& other, Combine combine) {
    if (is_faulted() || other.is_zero()) return;
    if (other.is_faulted()) {
        *this = other;
        return;
    }
    const std::span<const Term> terms = other.terms();
    Sum& sum = own_sum();
    bool fits = true;
    if (terms.size() <= kFewTerms) {
        for (const Term& term : terms) fits = fits && merge_term(sum, term, combine);
    } else {
        fits = merge_sum(sum, terms, combine);
    }
    if (fits) {
        settle();
    } else {
        *this = faulted(Fault::Overflow);
    }
    assert(is_canonical());
}

/// Merges one term at its place in the order; false on overflow.
bool Polynomial::merge_term(Sum& sum, const Term& term, Combine combine) {
    const auto place = std::lower_bound(
        sum.terms.begin(), sum.terms.end(), term.monomial,
        [](const Term& left, const Monomial& right) { return compare(left.monomial, right) < 0; });
    const bool meet = place != sum.terms.end() && compare(place->monomial, term.monomial) == 0;
    const std::optional<Rational> coefficient =
        combine(meet ? place->coefficient : Rational(), term.coefficient);
    if (!coefficient) return false;
    if (!meet) {
        sum.terms.insert(place, {*coefficient, term.monomial});
        sum.size += paramscope::size(term);
    } else if (coefficient->is_zero()) {
        sum.terms.erase(place);
        sum.size -= paramscope::size(term);
    } else {
        place->coefficient = *coefficient;
    }
    return true;
}

/// Merges many terms in one pass; false on overflow.
bool Polynomial::merge_sum(Sum& sum, std::span<const Term> terms, Combine combine) {
    std::vector<Term> merged;
    merged.reserve(sum.terms.size() + terms.size());
    auto left = sum.terms.begin();
    for (const Term& right : terms) {
        int order = 1;
        while (left != sum.terms.end() && (order = compare(left->monomial, right.monomial)) < 0) {
            merged.push_back(std::move(*left++));
        }
        const bool meet = left != sum.terms.end() && order == 0;
        const auto coefficient = combine(meet ? left->coefficient : Rational(), right.coefficient);
        if (!coefficient) return false;
        if (!meet) sum.size += paramscope::size(right);
        if (coefficient->is_zero()) {
            sum.size -= paramscope::size(right);
        } else {
            merged.push_back({*coefficient, meet ? std::move(left->monomial) : Monomial(right.monomial)});
        }
        if (meet) ++left;
    }
    std::move(left, sum.terms.end(), std::back_inserter(merged));
    sum.terms = std::move(merged);
    return true;
}

/// Multiplies or divides every coefficient by a factor that is not zero: `combine` is checked_multiply or
/// checked_divide.
void Polynomial::scale(const Rational& factor, Combine combine) {
    for (Term& term : own_sum().terms) {
        const std::optional<Rational> coefficient = combine(term.coefficient, factor);
        if (!coefficient) {
            *this = faulted(Fault::Overflow);
            return;
        }
        term.coefficient = *coefficient;
    }
    settle();
}

Polynomial& Polynomial::operator+=(const Polynomial& other) {
    if (is_small() && other.is_small()) return *this = Integer{small()} + other.small();
    if (&other == this) return *this *= Polynomial(2);
    if (is_zero()) return *this = other;
    add(other, &checked_add);
    return *this;
}

Polynomial& Polynomial::operator-=(const Polynomial& other) {
    if (is_small() && other.is_small()) return *this = Integer{small()} - other.small();
    if (&other == this) return *this *= Polynomial();
    add(other, &checked_subtract);
    return *this;
}

Polynomial& Polynomial::operator*=(const Polynomial& other) {
    if (is_small() && other.is_small()) return *this = Integer{small()} * other.small();
    if (is_faulted()) return *this;
    if (other.is_faulted() || other.is_zero()) return *this = other;
    if (is_zero()) return *this;
    if (const std::optional<Rational> factor = other.constant()) {
        if (!factor->is_one()) scale(*factor, &checked_multiply);
    } else if (const std::optional<Rational> own = constant()) {
        *this = other;
        if (!own->is_one()) scale(*own, &checked_multiply);
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
    if (const std::optional<Rational> divisor = other.constant()) {
        if (!divisor->is_one()) scale(*divisor, &checked_divide);
    } else if (other.sum()->terms.size() == 1) {
        *this *= power_of_term(Term(other.sum()->terms.front()), -1);
    } else {
        *this = divide_by_sum(*this, other);
    }
    return *this;
}

Polynomial Polynomial::operator-() const {
    if (is_zero() || is_faulted()) return *this;
    Polynomial result = *this;
    result.scale(Rational(Integer{-1}), &checked_multiply);
    return result;
}

int compare(const Polynomial& a, const Polynomial& b) {
    if (a.value_ == b.value_) return 0;
    if (a.fault() != b.fault()) return a.fault() < b.fault() ? -1 : 1;
    const std::span<const Term> left = a.terms();
    const std::span<const Term> right = b.terms();
    const std::size_t shared = std::min(left.size(), right.size());
    for (std::size_t i = 0; i < shared; ++i) {
        const int order = compare(left[i].monomial, right[i].monomial);
        if (order != 0) return order;
        if (left[i].coefficient != right[i].coefficient) {
            return left[i].coefficient < right[i].coefficient ? -1 : 1;
        }
    }
    if (left.size() == right.size()) return 0;
    return left.size() < right.size() ? -1 : 1;
}

bool Polynomial::is_canonical() const {
    if (!sum()) return true;
    const std::vector<Term>& terms = sum()->terms;
    if (is_faulted()) return terms.empty();
    if (is_constant() &&
        small_value(terms.front().coefficient) != (is_small() ? std::optional(small()) : std::nullopt))
        return false;
    if (terms.empty() || terms.size() > kMostTerms || sum()->size > kLargestSize) return false;
    std::size_t total = 0;
    for (const Term& term : terms) total += paramscope::size(term);
    if (total != sum()->size) return false;
    for (std::size_t i = 0; i < terms.size(); ++i) {
        if (terms[i].coefficient.is_zero() || !is_ordered(terms[i].monomial)) return false;
        if (has_positive_group(terms[i])) return false;
        if (i > 0 && compare(terms[i - 1].monomial, terms[i].monomial) >= 0) return false;
    }
    return true;
}

Polynomial times_term(const Polynomial& value, const Term& term) {
    if (value.is_faulted() || value.is_zero()) return value;
    if (value.terms().size() > 1 && term.monomial.has_group() && !has_group(value)) {
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
