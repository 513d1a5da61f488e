#include "algebra/mathml.h"

#include <cstdlib>
#include <vector>

#include "algebra/factored.h"
#include "algebra/parse.h"
#include "algebra/symbol_names.h"
#include "algebra/terms.h"
#include "base/concat.h"
#include "base/markup.h"

namespace paramscope {
namespace {

constexpr std::string_view kTimes = "<mo lspace=\"0.12em\" rspace=\"0.12em\">·</mo>";

/// Elements of one row.
using Elements = std::vector<std::string>;

/// The elements as one, with a separator between them: itself where there is only one.
std::string row(const Elements& elements, std::string_view separator = "") {
    return elements.size() == 1 ? elements.front() : concat("<mrow>", join(elements, separator), "</mrow>");
}

/// The magnitude of a number.
std::string number(Integer value) {
    return concat("<mn>", formula_digits(value), "</mn>");
}

std::string sign(std::string_view text, std::string_view form) {
    return concat("<mo form=\"", form, "\">", text, "</mo>");
}

std::string enclosed(std::string_view open, const std::string& content, std::string_view close) {
    return concat("<mrow>", sign(open, "prefix"), content, sign(close, "postfix"), "</mrow>");
}

std::string in_parentheses(const std::string& content) {
    return enclosed("(", content, ")");
}

std::string fraction(const std::string& numerator, const std::string& denominator) {
    return concat("<mfrac>", numerator, denominator, "</mfrac>");
}

std::string raised(const std::string& base, const std::string& exponent) {
    return concat("<msup>", base, exponent, "</msup>");
}

class MathmlPrinter {
  public:
    explicit MathmlPrinter(const SymbolTexts& symbol_text) : symbol_text_(symbol_text) {}

    Elements sum_elements(const Polynomial& value) const {
        if (value.is_faulted()) return {concat("<mtext>[", to_string(value.fault()), "]</mtext>")};
        if (value.is_zero()) return {number(0)};
        return sum_elements(value.terms());
    }

    Elements sum_elements(std::span<const Term> terms) const {
        Elements elements;
        for (const Term* term : in_reading_order(terms)) {
            const bool is_negative = term->coefficient < Rational();
            if (!elements.empty()) {
                elements.push_back(sign(is_negative ? "−" : "+", "infix"));
            } else if (is_negative) {
                elements.push_back(sign("−", "prefix"));
            }
            elements.push_back(product(*term));
        }
        return elements;
    }

  private:
    std::string sum(const Polynomial& value) const { return row(sum_elements(value)); }

    /// A term without its sign: its factors, over what they are divided by.
    std::string product(const Term& term) const {
        Elements factors;
        Elements divisors;
        const Integer numerator = term.coefficient.numerator();
        if (magnitude(numerator) != 1) factors.push_back(number(numerator));
        if (!term.coefficient.is_integer()) divisors.push_back(number(term.coefficient.denominator()));
        for (const Power& power : term.monomial) {
            (power.exponent > 0 ? factors : divisors).push_back(without_sign(power));
        }
        const std::string above = factors.empty() ? number(1) : row(factors, kTimes);
        if (divisors.empty()) return above;
        const Atom* group = divisors.size() == 1 ? sole_divisor_group(term) : nullptr;
        return fraction(above, group != nullptr ? sum(group->arguments().front()) : row(divisors, kTimes));
    }

    /// A power with the magnitude of its exponent.
    std::string without_sign(const Power& power) const {
        const int exponent = std::abs(power.exponent);
        if (exponent == 1) return atom(power.atom);
        const bool is_tower = !power.atom.is_symbol() && power.atom.function() == Function::Power;
        const std::string base = atom(power.atom);
        return raised(is_tower ? in_parentheses(base) : base, number(exponent));
    }

    std::string atom(const Atom& atom) const {
        if (atom.is_symbol()) return symbol(atom.symbol());
        const Function function = atom.function();
        const Polynomial& first = atom.arguments().front();
        if (function == Function::Floor) return enclosed("⌊", quotient(first), "⌋");
        if (function == Function::Ceil) return enclosed("⌈", quotient(first), "⌉");
        if (function == Function::Power) return tower(first, atom.arguments()[1]);
        return function == Function::Group ? in_parentheses(sum(first)) : call(atom);
    }

    /// A symbol's name, or the text to show instead: a number, in parentheses
    /// unless it is whole and positive.
    std::string symbol(const std::string& name) const {
        const std::optional<std::string> text = symbol_text_ ? symbol_text_(name) : std::nullopt;
        if (!text) return mathml_name(name);
        const Result<Polynomial> value = parse_expression(*text);
        if (!value) return concat("<mtext>", markup_escaped(*text), "</mtext>");
        const std::string shown = MathmlPrinter(nullptr).sum(*value);
        return is_simple(*value) ? shown : in_parentheses(shown);
    }

    /// A sum over its common denominator: (H − 1) over 2.
    std::string quotient(const Polynomial& value) const {
        const auto [numerator, denominator] = as_quotient(value);
        Elements divisors;
        if (!denominator.coefficient.is_one())
            divisors.push_back(number(denominator.coefficient.numerator()));
        for (const Power& power : denominator.monomial) divisors.push_back(without_sign(power));
        return divisors.empty() ? sum(value) : fraction(sum(numerator), row(divisors, kTimes));
    }

    std::string call(const Atom& atom) const {
        Elements list;
        for (const Polynomial& argument : atom.arguments()) list.push_back(sum(argument));
        return concat("<mrow><mi>", to_string(atom.function()), "</mi>",
                      in_parentheses(row(list, "<mo>,</mo>")), "</mrow>");
    }

    std::string tower(const Polynomial& base, const Polynomial& exponent) const {
        return raised(is_simple(base) ? sum(base) : in_parentheses(sum(base)), sum(exponent));
    }

    const SymbolTexts& symbol_text_;
};

}  // namespace

std::string mathml(const Polynomial& value, const SymbolTexts& symbol_text) {
    return join(MathmlPrinter(symbol_text).sum_elements(value), "");
}

std::string mathml_factored(const Polynomial& value, const SymbolTexts& symbol_text) {
    if (value.is_faulted() || value.is_zero()) return mathml(value, symbol_text);
    return join(MathmlPrinter(symbol_text).sum_elements(shown_terms(factored(value))), "");
}

}  // namespace paramscope
