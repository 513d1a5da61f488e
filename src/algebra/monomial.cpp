#include <algorithm>
#include <cstdlib>

#include "algebra/terms.h"
#include "base/ranges.h"

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

Monomial::Node::Node(std::vector<Power> given) : powers(std::move(given)) {
    for (const Power& power : powers) {
        degree += std::int64_t{power.exponent} * power.atom.degree();
        total_size += power.atom.size();
        has_group = has_group || is_group(power);
    }
}

Monomial::Node::~Node() = default;

Monomial::Monomial(std::vector<Power> powers) {
    if (!powers.empty()) node_ = Shared<const Node>(new Node(std::move(powers)));
}

Monomial::Monomial(std::initializer_list<Power> powers) : Monomial(std::vector<Power>(powers)) {}

int compare(const Monomial& a, const Monomial& b) {
    if (a.is_same_object(b)) return 0;
    if (a.degree() != b.degree()) return a.degree() > b.degree() ? -1 : 1;
    int order = 0;
    visit_both(a, b, [&order](const Atom&, int left, int right) {
        if (left != right) order = left > right ? -1 : 1;
        return order == 0;
    });
    return order;
}

std::optional<Monomial> multiply(const Monomial& a, const Monomial& b) {
    if (a.empty()) return b;
    if (b.empty()) return a;
    std::vector<Power> product;
    product.reserve(a.size() + b.size());
    bool in_range = true;
    visit_both(a, b, [&](const Atom& atom, int left, int right) {
        const int exponent = left + right;
        if (exponent != 0) product.push_back({atom, exponent});
        in_range = std::abs(exponent) <= Polynomial::kLargestExponent;
        return in_range;
    });
    if (!in_range) return std::nullopt;
    return Monomial(std::move(product));
}

Monomial inverse(const Monomial& monomial) {
    std::vector<Power> powers(monomial.begin(), monomial.end());
    for (Power& power : powers) power.exponent = -power.exponent;
    return Monomial(std::move(powers));
}

Monomial common_factor(const Monomial& a, const Monomial& b) {
    std::vector<Power> common;
    visit_both(a, b, [&common](const Atom& atom, int left, int right) {
        const int exponent = std::min(left, right);
        if (exponent != 0) common.push_back({atom, exponent});
        return true;
    });
    return Monomial(std::move(common));
}

bool is_group(const Power& power) {
    return !power.atom.is_symbol() && power.atom.function() == Function::Group;
}

bool has_group(const Polynomial& value) {
    return any_of(value.terms(), [](const Term& term) { return term.monomial.has_group(); });
}

std::size_t size(const Term& term) {
    return 1 + term.monomial.total_size();
}

bool is_whole(const Term& term) {
    return term.coefficient.is_integer() && all_of(term.monomial, [](const Power& power) {
               return power.exponent > 0 && power.atom.is_whole();
           });
}

bool is_whole(const Polynomial& value) {
    return all_of(value.terms(), [](const Term& term) { return is_whole(term); });
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
