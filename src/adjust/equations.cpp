#include "adjust/equations.h"

#include <utility>

#include "base/ranges.h"

namespace paramscope::adjust {
namespace {

bool is_only(const Monomial& monomial, const std::string& symbol) {
    return monomial.size() == 1 && monomial.begin()->atom.is_symbol() && monomial.begin()->exponent == 1 &&
           monomial.begin()->atom.symbol() == symbol;
}

bool mentions(const Monomial& monomial, const std::string& symbol) {
    return any_of(monomial, [&](const Power& power) {
        return power.atom.is_symbol() && power.atom.symbol() == symbol;
    });
}

/// True for a sum of products with whole positive factors: a size for any sizes in it.
bool is_size(const Polynomial& formula) {
    if (formula.is_faulted() || formula.terms().empty() || formula.terms().size() > kMostTermsOfSize)
        return false;
    return all_of(formula.terms(), [](const Term& term) {
        const bool is_product = all_of(
            term.monomial, [](const Power& power) { return power.atom.is_symbol() && power.exponent > 0; });
        return is_product && term.coefficient.is_integer() && term.coefficient.numerator() > 0;
    });
}

/// What `symbol` is where `difference` is zero; nullopt where that is no size.
std::optional<Polynomial> solution_for(const Polynomial& difference, const std::string& symbol) {
    const Term* own = nullptr;
    for (const Term& term : difference.terms()) {
        if (!mentions(term.monomial, symbol)) continue;
        if (own != nullptr || !is_only(term.monomial, symbol)) return std::nullopt;
        own = &term;
    }
    if (own == nullptr) return std::nullopt;
    const Polynomial coefficient = own->coefficient;
    Polynomial solution = (coefficient * Polynomial::symbol(symbol) - difference) / coefficient;
    return is_size(solution) ? std::optional(std::move(solution)) : std::nullopt;
}

/// The formula divided by what all its terms have in common: sizes are not zero.
Polynomial without_common_factors(Polynomial formula) {
    if (formula.terms().empty()) return formula;
    const Monomial first = formula.terms().front().monomial;
    for (const Power& power : first) {
        if (!power.atom.is_symbol()) continue;
        const auto has = [&](const Term& term) { return mentions(term.monomial, power.atom.symbol()); };
        while (all_of(formula.terms(), has) && !formula.is_faulted() && !formula.terms().empty()) {
            const Power& common = *find_by(formula.terms().front().monomial, &Power::atom, power.atom);
            const Polynomial symbol = Polynomial::symbol(power.atom.symbol());
            if (common.exponent > 0) {
                formula /= symbol;
            } else {
                formula *= symbol;
            }
        }
    }
    return formula;
}

}  // namespace

std::vector<std::uint32_t> sizes_in(const Polynomial& formula) {
    std::vector<std::uint32_t> sizes;
    if (formula.is_constant()) return sizes;
    for (const std::string& symbol : symbols(formula))
        if (const auto size = size_of_symbol(symbol)) sizes.push_back(*size);
    sort(sizes);
    return sizes;
}

void Equations::require_equal(const Polynomial& a, const Polynomial& b) {
    const Polynomial difference = resolve(a) - resolve(b);
    if (difference.is_zero() || solve(without_common_factors(difference))) return;
    fix_all(a);
    fix_all(b);
}

/// Solves for the last size of the text that can be: the first is the one that others are written with.
bool Equations::solve(const Polynomial& difference) {
    std::vector<std::uint32_t> unknowns = sizes_in(difference);
    for (auto size = unknowns.rbegin(); size != unknowns.rend(); ++size) {
        const std::string symbol = symbols(symbol_of(*size)).front();
        std::optional<Polynomial> solution = solution_for(difference, symbol);
        if (!solution) continue;
        solutions_[*size] = std::move(solution);
        return true;
    }
    return false;
}

void Equations::fix_all(const Polynomial& formula) {
    for (const std::uint32_t size : sizes_in(resolve(formula)))
        solutions_[size] = Polynomial(sizes_[size].value);
}

Polynomial Equations::substituted(const Polynomial& formula) const {
    return substitute(formula, [&](std::string_view name) -> std::optional<Polynomial> {
        const std::optional<std::uint32_t> size = size_of_symbol(name);
        return size ? solutions_[*size] : std::nullopt;
    });
}

/// Makes the solution of a size one over free sizes. Iterative: sizes may depend on one another thousands
/// deep.
void Equations::resolve_size(std::uint32_t size) {
    std::vector<std::uint32_t> stack = {size};
    while (!stack.empty()) {
        const std::uint32_t top = stack.back();
        const std::size_t before = stack.size();
        bool has_solved = false;
        for (const std::uint32_t other : sizes_in(*solutions_[top])) {
            if (!solutions_[other]) continue;
            has_solved = true;
            const std::vector<std::uint32_t> deeper = sizes_in(*solutions_[other]);
            const bool is_resolved =
                none_of(deeper, [&](std::uint32_t next) { return solutions_[next].has_value(); });
            if (!is_resolved) stack.push_back(other);
        }
        if (stack.size() > before) continue;
        stack.pop_back();
        if (has_solved) solutions_[top] = substituted(*solutions_[top]);
    }
}

Polynomial Equations::resolve(const Polynomial& formula) {
    if (formula.is_constant() || formula.is_faulted()) return formula;
    for (const std::uint32_t size : sizes_in(formula))
        if (solutions_[size]) resolve_size(size);
    return substituted(formula);
}

std::set<std::uint32_t> Equations::free_sizes(std::span<const Polynomial> formulas) {
    std::set<std::uint32_t> sizes;
    for (const Polynomial& formula : formulas)
        for (const std::uint32_t size : sizes_in(resolve(formula))) sizes.insert(size);
    return sizes;
}

std::optional<std::uint32_t> Equations::base_of(std::uint32_t size) {
    const Polynomial formula = size_formula(size);
    if (formula.is_constant() || formula.terms().size() != 1) return std::nullopt;
    const Monomial& monomial = formula.terms().front().monomial;
    if (monomial.size() != 1 || monomial.begin()->exponent != 1) return std::nullopt;
    return size_of_symbol(monomial.begin()->atom.symbol());
}

}  // namespace paramscope::adjust
