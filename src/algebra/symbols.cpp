// Replaces the symbols of polynomials, lists them, and finds leading terms.
#include <algorithm>
#include <set>

#include "algebra/terms.h"

namespace paramscope {
namespace {

// ---- substitution

/// Rebuilds a polynomial from its atoms, some of them replaced.
class Rebuilding {
  public:
    explicit Rebuilding(const AtomReplacements& replacements) : replacements_(replacements) {}

    Polynomial apply_to(const Polynomial& polynomial) const {
        if (polynomial.is_faulted() || polynomial.is_constant()) return polynomial;
        return apply_to(polynomial.terms());
    }

  private:
    /// Adds up each half before the halves: adding term by term would take quadratic time.
    Polynomial apply_to(std::span<const Term> terms) const {
        if (terms.size() == 1) return apply_to(terms.front());
        const std::size_t half = terms.size() / 2;
        Polynomial sum = apply_to(terms.first(half));
        if (!sum.is_faulted()) sum += apply_to(terms.subspan(half));
        return sum;
    }

    Polynomial apply_to(const Term& term) const {
        Polynomial product = term.coefficient;
        for (const Power& power : term.monomial) {
            if (product.is_faulted()) break;
            product *= pow(apply_to(power.atom), power.exponent);
        }
        return product;
    }

    Polynomial apply_to(const Atom& atom) const {
        if (std::optional<Polynomial> replacement = replacements_(atom)) return std::move(*replacement);
        if (atom.is_symbol()) return Polynomial::from_atom(atom);
        std::vector<Polynomial> arguments;
        for (const Polynomial& argument : atom.arguments()) arguments.push_back(apply_to(argument));
        return apply_function(atom.function(), arguments);
    }

    static Polynomial apply_function(Function function, const std::vector<Polynomial>& arguments) {
        if (function == Function::Floor) return floor(arguments.front());
        if (function == Function::Ceil) return ceil(arguments.front());
        if (function == Function::Min) return minimum(arguments);
        if (function == Function::Max) return maximum(arguments);
        return function == Function::Power ? pow(arguments[0], arguments[1]) : arguments.front();
    }

    const AtomReplacements& replacements_;
};

// ---- symbols

void collect_symbols(const Polynomial& value, std::set<std::string>& found) {
    if (value.is_constant()) return;
    for (const Term& term : value.terms()) {
        for (const Power& power : term.monomial) {
            if (power.atom.is_symbol()) found.insert(power.atom.symbol());
            for (const Polynomial& argument : power.atom.arguments()) collect_symbols(argument, found);
        }
    }
}

// ---- leading terms

/// Degrees in a set of names, clamped so that their products with exponents cannot overflow.
class DegreeIn {
  public:
    explicit DegreeIn(std::span<const std::string> names) : names_(names) {}

    std::int64_t of(const Term& term) const {
        std::int64_t total = 0;
        for (const Power& power : term.monomial) total += power.exponent * of(power.atom);
        return std::clamp(total, -kLargest, kLargest);
    }

    std::int64_t of(const Polynomial& value) const {
        if (value.is_zero()) return 0;
        std::int64_t highest = -kLargest;
        for (const Term& term : value.terms()) highest = std::max(highest, of(term));
        return highest;
    }

  private:
    static constexpr std::int64_t kLargest = std::int64_t{1} << 32;

    std::int64_t of(const Atom& atom) const {
        if (atom.is_symbol()) return std::count(names_.begin(), names_.end(), atom.symbol()) > 0 ? 1 : 0;
        const bool is_min = atom.function() == Function::Min;
        std::int64_t degree = of(atom.arguments().front());
        for (const Polynomial& argument : atom.arguments().subspan(1)) {
            degree = is_min ? std::min(degree, of(argument)) : std::max(degree, of(argument));
        }
        return degree;
    }

    std::span<const std::string> names_;
};

}  // namespace

Polynomial rebuilt(const Polynomial& value, const AtomReplacements& replacements) {
    return Rebuilding(replacements).apply_to(value);
}

Polynomial substitute(const Polynomial& value, const SymbolReplacements& replacements) {
    return rebuilt(value, [&](const Atom& atom) {
        return atom.is_symbol() && replacements ? replacements(atom.symbol()) : std::nullopt;
    });
}

std::vector<std::string> symbols(const Polynomial& value) {
    std::set<std::string> found;
    collect_symbols(value, found);
    return {found.begin(), found.end()};
}

Polynomial leading_terms(const Polynomial& value, std::span<const std::string> names) {
    if (value.is_faulted()) return value;
    const DegreeIn degree(names);
    const std::int64_t highest = degree.of(value);
    std::vector<Term> leading;
    for (const Term& term : value.terms()) {
        if (degree.of(term) == highest) leading.push_back(term);
    }
    return Polynomial::from_canonical(std::move(leading));
}

}  // namespace paramscope
