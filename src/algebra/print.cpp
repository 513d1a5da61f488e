#include "algebra/print.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "algebra/factored.h"
#include "algebra/mathml.h"
#include "algebra/symbol_names.h"
#include "algebra/terms.h"
#include "base/characters.h"
#include "base/concat.h"

namespace paramscope {
namespace {

/// True when a text put in for a symbol needs parentheses inside a product or power.
bool is_compound(std::string_view text) {
    return text.find_first_of(" +-*/%^") != std::string_view::npos ||
           text.find("·") != std::string_view::npos || text.find("−") != std::string_view::npos;
}

/// Puts a comma between groups of three digits.
std::string group_digits(std::string digits) {
    for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, 1, ',');
    return digits;
}

/// Prints in the notations that are text: all but MathML.
class TextPrinter {
  public:
    TextPrinter(Notation notation, const SymbolTexts& symbol_text)
        : notation_(notation), symbol_text_(symbol_text) {}

    std::string sum(const Polynomial& value) const {
        if (value.is_faulted()) return concat("[", to_string(value.fault()), "]");
        if (value.is_zero()) return "0";
        return sum_of(in_reading_order(value.terms()));
    }

    std::string factored_sum(const Polynomial& value) const {
        if (value.is_faulted() || value.is_zero()) return sum(value);
        const std::vector<Term> terms = shown_terms(factored(value));
        return sum_of(in_reading_order(terms));
    }

  private:
    /// The text of terms in their order.
    std::string sum_of(const std::vector<const Term*>& terms) const {
        std::string text;
        for (const Term* term : terms) {
            const bool negative = term->coefficient < Rational();
            if (text.empty()) {
                if (negative) text += minus();
            } else {
                text += negative ? concat(" ", minus(), " ") : " + ";
            }
            text += product(*term);
        }
        return text;
    }

    std::string minus() const { return notation_ == Notation::Unicode ? "−" : "-"; }

    // ---- products, without their sign

    std::string product(const Term& term) const {
        return notation_ == Notation::Plain ? plain_product(term) : fraction(term);
    }

    /// `1/2*a*(e + f)^-2/(b*c)/(g + h)`: the parser multiplies and divides from left to right, by one term or
    /// one group at a time, so that no sum is expanded on the way.
    std::string plain_product(const Term& term) const {
        std::vector<std::string> factors;
        std::vector<std::string> divisors;
        std::string groups;
        for (const Power& power : term.monomial) {
            if (!is_group(power)) {
                (power.exponent > 0 ? factors : divisors).push_back(powered(power));
            } else if (power.exponent == -1) {
                groups += "/" + atom(power.atom);
            } else {
                const std::string raised = concat("^", std::to_string(power.exponent));
                factors.push_back(concat(atom(power.atom), power.exponent == 1 ? "" : raised));
            }
        }
        std::string text = magnitude_digits(term.coefficient.numerator());
        if (!term.coefficient.is_integer()) text += "/" + to_string(term.coefficient.denominator());
        if (!factors.empty()) text = text == "1" ? joined(factors) : concat(text, "*", joined(factors));
        if (!divisors.empty()) text += "/" + in_parentheses_if(divisors.size() > 1, joined(divisors));
        return text + groups;
    }

    std::string fraction(const Term& term) const {
        std::vector<std::string> factors;
        std::vector<std::string> divisors;
        const std::string numerator = magnitude_digits(term.coefficient.numerator());
        if (numerator != "1") factors.push_back(numerator);
        if (!term.coefficient.is_integer()) divisors.push_back(to_string(term.coefficient.denominator()));
        for (const Power& power : term.monomial) {
            (power.exponent > 0 ? factors : divisors).push_back(powered(power));
        }
        const std::string above = factors.empty() ? "1" : joined(factors);
        const Atom* group = divisors.size() == 1 ? sole_divisor_group(term) : nullptr;
        if (group != nullptr && notation_ == Notation::Latex) {
            return divided(above, sum(group->arguments().front()),
                           false);  // the fraction's bar needs no parentheses
        }
        return divisors.empty() ? above : divided(above, joined(divisors), divisors.size() > 1);
    }

    std::string divided(const std::string& above, const std::string& below, bool below_is_compound) const {
        if (notation_ == Notation::Latex) return concat("\\frac{", above, "}{", below, "}");
        return concat(above, "/", in_parentheses_if(below_is_compound, below));
    }

    std::string joined(const std::vector<std::string>& factors) const {
        std::string text;
        for (const std::string& factor : factors) {
            if (!text.empty()) text += times(factor);
            text += factor;
        }
        return text;
    }

    /// The multiplication sign before the factor `next`; LaTeX needs one only before digits.
    std::string times(const std::string& next) const {
        if (notation_ == Notation::Latex) return is_digit(next.front()) ? " \\cdot " : " ";
        return notation_ == Notation::Plain ? "*" : "·";
    }

    // ---- atoms and their powers, without the sign of the exponent

    std::string powered(const Power& power) const {
        const int exponent = std::abs(power.exponent);
        if (exponent == 1) return atom(power.atom);
        const bool is_tower = !power.atom.is_symbol() && power.atom.function() == Function::Power;
        const std::string base =
            in_parentheses_if(is_tower && notation_ != Notation::Plain, atom(power.atom));
        if (notation_ == Notation::Plain) return concat(base, "^", std::to_string(exponent));
        if (notation_ == Notation::Latex) return concat(base, "^{", std::to_string(exponent), "}");
        return base + superscript(exponent);
    }

    std::string atom(const Atom& atom) const {
        if (atom.is_symbol()) return symbol(atom.symbol());
        const Function function = atom.function();
        if (function == Function::Floor)
            return rounded(atom, "⌊", "⌋", "\\left\\lfloor ", " \\right\\rfloor");
        if (function == Function::Ceil)
            return rounded(atom, "⌈", "⌉", "\\left\\lceil ", " \\right\\rceil");
        if (function == Function::Group) return in_parentheses_if(true, sum(atom.arguments().front()));
        return function == Function::Power && notation_ != Notation::Plain ? tower(atom) : call(atom);
    }

    std::string symbol(const std::string& name) const {
        if (symbol_text_) {
            if (const std::optional<std::string> text = symbol_text_(name)) {
                return in_parentheses_if(is_compound(*text), *text);
            }
        }
        return notation_ == Notation::Latex ? latex_name(name) : name;
    }

    std::string rounded(const Atom& atom, std::string_view open, std::string_view close,
                        std::string_view latex_open, std::string_view latex_close) const {
        const std::string argument = quotient(atom.arguments().front());
        if (notation_ == Notation::Plain) return concat(to_string(atom.function()), "(", argument, ")");
        if (notation_ == Notation::Latex) return concat(latex_open, argument, latex_close);
        return concat(open, argument, close);
    }

    /// A sum over its common denominator: `(H - 1)/2`.
    std::string quotient(const Polynomial& value) const {
        const auto [numerator, denominator] = as_quotient(value);
        std::vector<std::string> divisors;
        if (!denominator.coefficient.is_one()) divisors.push_back(to_string(denominator.coefficient));
        for (const Power& power : denominator.monomial) divisors.push_back(powered(power));
        if (divisors.empty()) return sum(value);
        const bool is_sum = notation_ != Notation::Latex && numerator.terms().size() > 1;
        return divided(in_parentheses_if(is_sum, sum(numerator)), joined(divisors), divisors.size() > 1);
    }

    std::string call(const Atom& atom) const {
        const std::string arguments =
            join(atom.arguments(), ", ", [&](const Polynomial& argument) { return sum(argument); });
        const std::string name(to_string(atom.function()));
        return concat(notation_ == Notation::Latex ? "\\" : "", name, in_parentheses_if(true, arguments));
    }

    /// A base with its exponent raised, in parentheses unless they are a name or a number.
    std::string tower(const Atom& atom) const {
        const Polynomial& base = atom.arguments()[0];
        const Polynomial& exponent = atom.arguments()[1];
        const std::string lower = in_parentheses_if(!is_simple(base), sum(base));
        if (notation_ == Notation::Latex) return concat(lower, "^{", sum(exponent), "}");
        return concat(lower, "^", in_parentheses_if(!is_simple(exponent), sum(exponent)));
    }

    std::string in_parentheses_if(bool wanted, const std::string& text) const {
        if (!wanted) return text;
        return notation_ == Notation::Latex ? concat("\\left(", text, "\\right)") : concat("(", text, ")");
    }

    Notation notation_;
    const SymbolTexts& symbol_text_;
};

}  // namespace

const Atom* sole_divisor_group(const Term& term) {
    if (term.monomial.empty()) return nullptr;
    const Power& last = term.monomial.back();  // groups come last
    return is_group(last) && last.exponent == -1 ? &last.atom : nullptr;
}

bool is_simple(const Polynomial& value) {
    if (const std::optional<Rational> constant = value.constant()) {
        return constant->is_integer() && *constant >= Rational();
    }
    const Term& term = value.terms().front();
    return value.terms().size() == 1 && term.coefficient.is_one() && term.monomial.size() == 1 &&
           term.monomial.front().exponent == 1 && term.monomial.front().atom.is_symbol();
}

Quotient as_quotient(const Polynomial& value) {
    Monomial common = value.terms().empty() ? Monomial{} : value.terms().front().monomial;
    for (const Term& term : value.terms()) common = common_factor(common, term.monomial);
    std::vector<Power> divisors(common.begin(), common.end());
    std::erase_if(divisors, [](const Power& power) { return power.exponent > 0 || is_group(power); });
    const Term whole{Rational(common_denominator(value).value_or(1)), inverse(Monomial(std::move(divisors)))};
    Polynomial numerator = times_term(value, whole);
    if (numerator.is_faulted()) return {value, {Rational(Integer{1}), {}}};
    return {std::move(numerator), whole};
}

std::vector<const Term*> in_reading_order(std::span<const Term> terms) {
    std::vector<const Term*> order;
    for (const Term& term : terms) order.push_back(&term);
    const auto added = std::find_if(order.begin(), order.end(),
                                    [](const Term* term) { return !(term->coefficient < Rational()); });
    if (added != order.end()) std::rotate(order.begin(), added, added + 1);
    return order;
}

std::string print(const Polynomial& value, Notation notation) {
    return print_with(value, notation, nullptr);
}

std::string print_with(const Polynomial& value, Notation notation, const SymbolTexts& symbol_text) {
    if (notation == Notation::MathML) return mathml(value, symbol_text);
    return TextPrinter(notation, symbol_text).sum(value);
}

std::string print_factored(const Polynomial& value, Notation notation, const SymbolTexts& symbol_text) {
    if (notation == Notation::MathML) return mathml_factored(value, symbol_text);
    return TextPrinter(notation, symbol_text).factored_sum(value);
}

std::string with_thousands(Integer value) {
    const std::string text = group_digits(magnitude_digits(value));
    return value < 0 ? "-" + text : text;
}

std::string with_thousands(Integer value, Notation notation) {
    std::string digits = with_thousands(value);
    if (notation != Notation::Latex) return digits;
    for (std::size_t i = digits.size(); i-- > 0;) {
        if (digits[i] == ',') digits.replace(i, 1, "{,}");
    }
    return digits;
}

std::string formula_digits(Integer value) {
    constexpr std::size_t kLongestPlain = 5;
    std::string digits = magnitude_digits(value);
    if (digits.size() <= kLongestPlain) return digits;
    return group_digits(std::move(digits));
}

}  // namespace paramscope
