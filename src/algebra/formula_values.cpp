#include "algebra/formula_values.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "algebra/messages.h"
#include "algebra/print.h"
#include "algebra/terms.h"

namespace paramscope {
namespace {

constexpr int kFewFactors = 16;  // of a power

Result<Rational> power_of(const Rational& base, const Rational& exponent) {
    if (base.is_one()) return base;
    if (!exponent.is_integer()) {
        return Error{
            ErrorCode::Domain, message("value.fractional_exponent", {{"exponent", to_string(exponent)}}), {}};
    }
    if (base.is_zero() && exponent < Rational()) return error_of(Fault::DivisionByZero);
    const std::optional<Rational> value = checked_power(base, exponent.numerator());
    if (!value) return error_of(Fault::Overflow);
    return *value;
}

Result<Rational> value_of(Function function, const std::vector<Rational>& arguments) {
    if (function == Function::Floor) return Rational(floor(arguments.front()));
    if (function == Function::Ceil) return Rational(ceil(arguments.front()));
    if (function == Function::Min) return *std::min_element(arguments.begin(), arguments.end());
    if (function == Function::Max) return *std::max_element(arguments.begin(), arguments.end());
    if (function == Function::Power) return power_of(arguments[0], arguments[1]);
    return arguments.front();
}

Error division_by_zero(const Atom& atom) {
    const bool is_group = !atom.is_symbol() && atom.function() == Function::Group;
    const Polynomial divisor = is_group ? atom.arguments().front() : Polynomial::from_atom(atom);
    return {ErrorCode::Domain,
            message("value.division_by_zero", {{"divisor", print(divisor, Notation::Plain)}}),
            {}};
}

}  // namespace

Result<Rational> FormulaValues::result(const Polynomial& formula) const {
    if (formula.is_faulted()) return error_of(formula.fault());
    if (const std::optional<Rational> constant = formula.constant()) return *constant;
    Rational sum;
    for (const Term& term : formula.terms()) {
        const Result<Rational> value = result(term);
        if (!value) return value;
        const std::optional<Rational> next = checked_add(sum, *value);
        if (!next) return error_of(Fault::Overflow);
        sum = *next;
    }
    return sum;
}

Result<Rational> FormulaValues::result(const Term& term) const {
    Rational product = term.coefficient;
    for (const Power& power : term.monomial) {
        const Result<Rational> value = result(power);
        if (!value) return value;
        const std::optional<Rational> next = checked_multiply(product, *value);
        if (!next) return error_of(Fault::Overflow);
        product = *next;
    }
    return product;
}

Result<Rational> FormulaValues::result(const Power& power) const {
    const Result<Rational>& base = known(power.atom).value;
    if (!base || power.exponent == 1) return base;
    if (power.exponent < 0 && base->is_zero()) return division_by_zero(power.atom);
    const std::optional<Rational> value = checked_power(*base, power.exponent);
    if (!value) return error_of(Fault::Overflow);
    return *value;
}

std::optional<Rational> FormulaValues::value(const Polynomial& formula) const {
    const Result<Rational> found = result(formula);
    return found ? std::optional(*found) : std::nullopt;
}

std::optional<Integer> FormulaValues::integer(const Polynomial& formula) const {
    if (const auto whole = formula.whole()) return *whole;
    if (const auto small = small_value(formula)) return *small;
    const std::optional<Rational> found = value(formula);
    return found && found->is_integer() ? std::optional(found->numerator()) : std::nullopt;
}

std::optional<std::int64_t> FormulaValues::small_value(const Polynomial& formula) const {
    if (formula.is_faulted()) return std::nullopt;
    std::int64_t sum = 0;
    for (const Term& term : formula.terms()) {
        const Integer coefficient = term.coefficient.numerator();
        auto product = static_cast<std::int64_t>(coefficient);
        if (!term.coefficient.is_integer() || product != coefficient) return std::nullopt;
        for (const Power& power : term.monomial) {
            const std::optional<std::int64_t> base = known(power.atom).small;
            if (!base || power.exponent < 0 || power.exponent > kFewFactors) return std::nullopt;
            for (int i = 0; i < power.exponent; ++i)
                if (__builtin_mul_overflow(product, *base, &product)) return std::nullopt;
        }
        if (__builtin_add_overflow(sum, product, &sum)) return std::nullopt;
    }
    return sum;
}

Result<Rational> FormulaValues::symbol_or_function(const Atom& atom) const {
    if (atom.is_symbol()) {
        if (const std::optional<Rational> value = values_ ? values_(atom.symbol()) : std::nullopt)
            return *value;
        return Error{
            ErrorCode::UnknownSymbol, message("value.unknown_symbol", {{"name", atom.symbol()}}), {}};
    }
    std::vector<Rational> arguments;
    for (const Polynomial& argument : atom.arguments()) {
        const Result<Rational> value = result(argument);
        if (!value) return value;
        arguments.push_back(*value);
    }
    return value_of(atom.function(), arguments);
}

const FormulaValues::Known& FormulaValues::known(const Atom& atom) const {
    const auto found = known_.find(atom.identity());
    if (found != known_.end()) return found->second;
    Known known{atom, symbol_or_function(atom), std::nullopt};
    if (known.value && known.value->is_integer()) {
        const auto small = static_cast<std::int64_t>(known.value->numerator());
        if (small == known.value->numerator()) known.small = small;
    }
    return known_.emplace(atom.identity(), std::move(known)).first->second;
}

Result<Rational> evaluate(const Polynomial& value, const SymbolValues& values) {
    if (const std::optional<Rational> constant = value.constant()) return *constant;
    return FormulaValues(values).result(value);
}

}  // namespace paramscope
