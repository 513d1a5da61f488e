#include <algorithm>

#include "algebra/terms.h"

namespace paramscope {
namespace {

/// Calls `visit(atom, exponent in a, exponent in b)` for every atom of either monomial in order, with
/// exponent 0 where it is absent, until a call returns false.
template <typename Visit>
void visit_both(const Monomial& a, const Monomial& b, const Visit& visit) {
    auto left = a.begin();
    auto right = b.begin();
    bool goes_on = true;
    while (goes_on && left != a.end() && right != b.end()) {
        const int order = compare(left->atom, right->atom);
        const Atom& atom = order <= 0 ? left->atom : right->atom;
        goes_on = visit(atom, order <= 0 ? left->exponent : 0, order >= 0 ? right->exponent : 0);
        if (order <= 0) ++left;
        if (order >= 0) ++right;
    }
    for (; goes_on && left != a.end(); ++left) goes_on = visit(left->atom, left->exponent, 0);
    for (; goes_on && right != b.end(); ++right) goes_on = visit(right->atom, 0, right->exponent);
}

}  // namespace

std::int64_t degree(const Monomial& monomial) {
    std::int64_t total = 0;
    for (const Power& power : monomial) total += std::int64_t{power.exponent} * power.atom.degree();
    return total;
}

int compare(const Monomial& a, const Monomial& b) {
    const std::int64_t degree_a = degree(a);
    const std::int64_t degree_b = degree(b);
    if (degree_a != degree_b) return degree_a > degree_b ? -1 : 1;
    int order = 0;
    visit_both(a, b, [&order](const Atom&, int left, int right) {
        if (left != right) order = left > right ? -1 : 1;
        return order == 0;
    });
    return order;
}

std::optional<Monomial> multiply(const Monomial& a, const Monomial& b) {
    Monomial product;
    product.reserve(a.size() + b.size());
    bool in_range = true;
    visit_both(a, b, [&](const Atom& atom, int left, int right) {
        const int exponent = left + right;
        if (exponent != 0) product.push_back({atom, exponent});
        in_range = std::abs(exponent) <= Polynomial::kLargestExponent;
        return in_range;
    });
    if (!in_range) return std::nullopt;
    return product;
}

Monomial inverse(const Monomial& monomial) {
    Monomial result = monomial;
    for (Power& power : result) power.exponent = -power.exponent;
    return result;
}

Monomial common_factor(const Monomial& a, const Monomial& b) {
    Monomial common;
    visit_both(a, b, [&common](const Atom& atom, int left, int right) {
        const int exponent = std::min(left, right);
        if (exponent != 0) common.push_back({atom, exponent});
        return true;
    });
    return common;
}

bool is_group(const Power& power) {
    return !power.atom.is_symbol() && power.atom.function() == Function::Group;
}

bool has_group(const Monomial& monomial) {
    return std::any_of(monomial.begin(), monomial.end(), is_group);
}

bool has_group(const Polynomial& value) {
    return std::any_of(value.terms().begin(), value.terms().end(),
                       [](const Term& term) { return has_group(term.monomial); });
}

std::size_t size(const Term& term) {
    std::size_t total = 1;
    for (const Power& power : term.monomial) total += power.atom.size();
    return total;
}

bool is_whole(const Term& term) {
    return term.coefficient.is_integer() &&
           std::all_of(term.monomial.begin(), term.monomial.end(),
                       [](const Power& power) { return power.exponent > 0 && power.atom.is_whole(); });
}

bool is_whole(const Polynomial& value) {
    return std::all_of(value.terms().begin(), value.terms().end(),
                       [](const Term& term) { return is_whole(term); });
}

std::optional<Integer> common_denominator(const Polynomial& value) {
    std::optional<Integer> common = Integer{1};
    for (const Term& term : value.terms()) {
        const Integer next = term.coefficient.denominator();
        common = checked_multiply(*common, next / greatest_common_divisor(*common, next));
        if (!common) break;
    }
    return common;
}

}  // namespace paramscope
