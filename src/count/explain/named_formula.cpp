#include "count/explain/named_formula.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "algebra/terms.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "layers/catalogue/short_symbols.h"

namespace paramscope {
namespace {

constexpr std::size_t kMostLengths = 32;      // that get a name
constexpr std::size_t kMostNamedTerms = 256;  // of a formula whose lengths get names

/// `atom` replaced by `other` wherever it is a factor.
Polynomial replaced(const Polynomial& formula, const Atom& atom, const Polynomial& other) {
    Polynomial sum;
    for (const Term& term : formula.terms()) {
        std::vector<Power> rest;
        Polynomial factor = 1;
        for (const Power& power : term.monomial) {
            if (power.exponent > 0 && power.atom == atom) {
                factor = pow(other, power.exponent);
            } else {
                rest.push_back(power);
            }
        }
        sum += times_term(factor, {term.coefficient, Monomial(std::move(rest))});
        if (sum.is_faulted()) break;
    }
    return sum;
}

/// The rounded values that are factors of a formula, each once.
std::vector<Atom> rounded_values(const Polynomial& formula) {
    std::vector<Atom> found;
    for (const Term& term : formula.terms()) {
        for (const Power& power : term.monomial) {
            const Atom& atom = power.atom;
            if (atom.is_symbol() || power.exponent < 0) continue;
            const bool is_rounded = atom.function() == Function::Floor || atom.function() == Function::Ceil;
            if (is_rounded && !contains(found, atom)) found.push_back(atom);
        }
    }
    return found;
}

/// H for a length that comes from `height`, L for one that comes from several sizes.
std::string_view letter_of(const Polynomial& length) {
    const std::vector<std::string> names = symbols(length);
    if (names.size() != 1) return "L";
    const std::string& name = names.front();
    if (name == "h" || name == "H" || name.find("height") != std::string::npos) return "H";
    if (name == "w" || name == "W" || name.find("width") != std::string::npos) return "W";
    return "L";
}

class Naming {
  public:
    Naming(const Report& report, const Polynomial& formula) : values_(values_of(report)) {
        result_.formula = formula;
        for (const VariableReport& variable : report.variables) taken_.push_back(variable.name);
    }

    NamedFormula run() {
        name_lengths();
        std::vector<std::string> names = symbols(result_.formula);
        for (const NamedSize& length : result_.sizes) {
            for (std::string& name : symbols(length.made_of)) {
                if (!contains(names, name)) names.push_back(std::move(name));
            }
        }
        for (const std::string& name : names) {
            if (!renamed_.contains(name)) add_variable(name);
        }
        rename();
        return std::move(result_);
    }

  private:
    /// A length of a feature map, such as floor((height - 1)/2) + 1.
    struct Length {
        Polynomial size;
        Rational value;
        std::string symbol;  ///< for the time being: no hyper-parameter has a space
    };

    /// Gives names to the lengths of feature maps, floor(...) + 1, where that leaves fewer terms.
    void name_lengths() {
        if (result_.formula.terms().size() > kMostNamedTerms) return;
        const std::vector<Atom> rounded = rounded_values(result_.formula);
        if (rounded.size() > kMostLengths) return;
        Polynomial shorter = result_.formula;
        std::vector<Length> lengths;
        for (const Atom& atom : rounded) {
            Length length{Polynomial::from_atom(atom) + 1, {}, concat("length ", lengths.size())};
            const Result<Rational> value = evaluate(length.size, values_);
            if (!value) return;
            length.value = *value;
            shorter = replaced(shorter, atom, Polynomial::symbol(length.symbol) - 1);
            lengths.push_back(std::move(length));
        }
        if (shorter.is_faulted() || shorter.terms().size() >= result_.formula.terms().size()) return;
        result_.formula = std::move(shorter);
        add_lengths(std::move(lengths));
    }

    /// Puts lengths into the legend, the longest first: H_out, or H_1, H_2 where there are several.
    void add_lengths(std::vector<Length> lengths) {
        stable_sort(lengths, [](const Length& a, const Length& b) { return b.value < a.value; });
        std::map<std::string_view, std::size_t> of_letter, index;
        for (const Length& length : lengths) ++of_letter[letter_of(length.size)];
        for (const Length& length : lengths) {
            const std::string_view letter = letter_of(length.size);
            std::string symbol = of_letter[letter] == 1 ? concat(letter, "_out") : "";
            while (symbol.empty() || is_taken(symbol)) symbol = concat(letter, "_", ++index[letter]);
            renamed_.emplace(length.symbol, Polynomial::symbol(symbol));
            taken_.push_back(symbol);
            result_.sizes.push_back({std::move(symbol), "", length.value, length.size});
        }
    }

    void add_variable(const std::string& name) {
        const std::optional<Rational> value = values_(name);
        if (!value) return;
        std::string symbol = short_variable(name);
        if (symbol.empty() || is_taken(symbol)) {
            result_.sizes.push_back({name, "", *value, {}});
            return;
        }
        renamed_.emplace(name, Polynomial::symbol(symbol));
        taken_.push_back(symbol);
        result_.sizes.push_back({std::move(symbol), name, *value, {}});
    }

    bool is_taken(std::string_view symbol) const { return contains(taken_, symbol); }

    /// Puts the symbols into the formula and into what makes the lengths.
    void rename() {
        result_.formula = renamed(result_.formula, renamed_);
        for (NamedSize& size : result_.sizes) size.made_of = renamed(size.made_of, renamed_);
    }

    const SymbolValues values_;
    NamedFormula result_;
    std::vector<std::string> taken_;  ///< names and symbols in use
    NewSymbols renamed_;              ///< by name
};

}  // namespace

const NamedSize* NamedFormula::find(std::string_view symbol) const {
    return find_by(sizes, &NamedSize::symbol, symbol);
}

SymbolValues NamedFormula::values() const {
    return [this](std::string_view symbol) -> std::optional<Rational> {
        const NamedSize* const size = find(symbol);
        return size ? std::optional(size->value) : std::nullopt;
    };
}

std::vector<std::pair<std::string, Rational>> NamedFormula::numbers() const {
    std::vector<std::pair<std::string, Rational>> numbers;
    for (const NamedSize& size : sizes) numbers.emplace_back(size.symbol, size.value);
    return numbers;
}

bool NamedFormula::numbers_differ() const {
    return !sizes.empty() && formula != Polynomial::symbol(sizes.front().symbol);
}

Polynomial renamed(const Polynomial& formula, const NewSymbols& names) {
    if (names.empty()) return formula;
    return substitute(formula, [&](std::string_view symbol) -> std::optional<Polynomial> {
        const auto found = names.find(symbol);
        return found == names.end() ? std::nullopt : std::optional(found->second);
    });
}

std::string numbers_text(const NamedFormula& named, Notation notation) {
    return print_factored(named.formula, notation,
                          [&](std::string_view symbol) -> std::optional<std::string> {
                              const NamedSize* const size = named.find(symbol);
                              return size ? std::optional(to_string(size->value)) : std::nullopt;
                          });
}

NamedFormula named_formula(const Report& report, const Polynomial& formula) {
    return Naming(report, formula).run();
}

ShortNames short_names(const Report& report) {
    std::set<std::string> taken;
    for (const VariableReport& variable : report.variables) taken.insert(variable.name);
    ShortNames names;
    for (const VariableReport& variable : report.variables) {
        std::string symbol = short_variable(variable.name);
        if (symbol.empty() || !taken.insert(symbol).second) continue;
        names.emplace(variable.name, std::move(symbol));
    }
    return names;
}

Polynomial with_short_names(const Polynomial& formula, const ShortNames& names) {
    if (names.empty()) return formula;
    return substitute(formula, [&](std::string_view name) -> std::optional<Polynomial> {
        const auto found = names.find(name);
        return found == names.end() ? std::nullopt : std::optional(Polynomial::symbol(found->second));
    });
}

}  // namespace paramscope
