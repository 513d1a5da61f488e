// Operators on values. Whole numbers keep the formula that they were computed from; where none can be kept,
// a derived symbol records what they depend on.
#include <algorithm>
#include <cmath>

#include "algebra/whole_quotients.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "open/python/state/evaluator.h"
#include "open/python/state/interpreter.h"
#include "open/python/values/operations.h"
#include "open/python/values/operators.h"

namespace paramscope::open::python {
namespace {

bool is_power_of_two(Integer value) {
    return value > 0 && (value & (value - 1)) == 0;
}

/// True when doubles compute the formula without rounding.
bool is_dyadic(const Polynomial& formula) {
    return all_of(formula.terms(), [](const Term& term) {
        const bool has_whole_powers = all_of(
            term.monomial, [](const Power& power) { return power.exponent > 0 && power.atom.is_symbol(); });
        return has_whole_powers && is_power_of_two(term.coefficient.denominator());
    });
}

std::optional<Integer> floor_quotient(Integer a, Integer b) {
    if (b == -1) return checked_subtract(0, a);
    Integer quotient = a / b;
    if (a % b != 0 && (a < 0) != (b < 0)) --quotient;
    return quotient;
}

std::optional<Integer> power_of(Integer base, Integer exponent) {
    if (base == 0 || base == 1) return exponent == 0 ? Integer{1} : base;
    if (base == -1) return exponent % 2 == 0 ? Integer{1} : Integer{-1};
    if (exponent > 127) return std::nullopt;
    Integer result = 1;
    for (Integer i = 0; i < exponent; ++i) {
        const auto product = checked_multiply(result, base);
        if (!product) return std::nullopt;
        result = *product;
    }
    return result;
}

/// Python's method of an operator, and that of the right operand.
struct SpecialMethod {
    std::string_view symbol, left, right;
};
constexpr SpecialMethod kSpecialMethods[] = {
    {"+", "__add__", "__radd__"},
    {"-", "__sub__", "__rsub__"},
    {"*", "__mul__", "__rmul__"},
    {"/", "__truediv__", "__rtruediv__"},
    {"//", "__floordiv__", "__rfloordiv__"},
    {"%", "__mod__", "__rmod__"},
    {"**", "__pow__", "__rpow__"},
    {"@", "__matmul__", "__rmatmul__"},
    {"&", "__and__", "__rand__"},
    {"|", "__or__", "__ror__"},
    {"^", "__xor__", "__rxor__"},
    {"<<", "__lshift__", "__rlshift__"},
    {">>", "__rshift__", "__rrshift__"},
};

std::string operand_error(std::string_view symbol, const Value& left, const Value& right) {
    return concat("unsupported operand type(s) for ", symbol, symbol == "**" ? " or pow()" : "", ": '",
                  type_name(left), "' and '", type_name(right), "'");
}

std::optional<double> double_result(std::string_view symbol, double a, double b) {
    if (symbol == "+") return a + b;
    if (symbol == "-") return a - b;
    if (symbol == "*") return a * b;
    if (symbol == "/") return a / b;
    if (symbol == "**") return std::pow(a, b);
    if (symbol != "//" && symbol != "%") return std::nullopt;
    double remainder = std::fmod(a, b);
    if (remainder != 0 && (remainder < 0) != (b < 0)) remainder += b;
    if (symbol == "%") return remainder == 0 ? std::copysign(0.0, b) : remainder;
    const double quotient = (a - remainder) / b;
    if (quotient == 0) return std::copysign(0.0, a / b);
    const double rounded = std::floor(quotient);
    return quotient - rounded > 0.5 ? rounded + 1 : rounded;
}

std::optional<Integer> integer_result(std::string_view symbol, Integer a, Integer b) {
    if (symbol == "+") return checked_add(a, b);
    if (symbol == "-") return checked_subtract(a, b);
    if (symbol == "*") return checked_multiply(a, b);
    if (symbol == "//") return floor_quotient(a, b);
    if (symbol == "%") {
        const auto quotient = floor_quotient(a, b);
        return quotient ? std::optional<Integer>(a - *quotient * b) : std::nullopt;
    }
    if (symbol == "**") return power_of(a, b);
    if (symbol == "&") return a & b;
    if (symbol == "|") return a | b;
    if (symbol == "^") return a ^ b;
    if (symbol == "<<") {
        const auto factor = power_of(2, b);
        return factor ? checked_multiply(a, *factor) : std::nullopt;
    }
    if (b > 126) return a < 0 ? Integer{-1} : Integer{0};
    return a >> static_cast<int>(b);
}

Polynomial formula_result(std::string_view symbol, const Polynomial& a, const Polynomial& b) {
    if (symbol == "+") return a + b;
    if (symbol == "-") return a - b;
    if (symbol == "*") return a * b;
    if (symbol == "/") return a / b;
    // Symbols are hyper-parameters and sizes: whole numbers.
    if (symbol == "//") return floor_divide_whole(a, b);
    if (symbol == "%") return modulo_whole(a, b);
    if (symbol == "**" && b.is_constant() && b.constant()->is_integer()) return pow(a, b);
    return Polynomial::faulted(Fault::Exponent);
}

}  // namespace

std::optional<Polynomial> exact_formula(const Value& value) {
    if (value.formula != nullptr) return *value.formula;
    if (value.is_whole()) return Polynomial(value.whole());
    constexpr double kScale = 1 << 20;
    const double scaled = value.real * kScale;
    if (!std::isfinite(scaled) || std::fabs(scaled) > 1e15 || scaled != std::floor(scaled))
        return std::nullopt;
    return Polynomial(static_cast<Integer>(scaled)) / Polynomial(static_cast<Integer>(kScale));
}

struct Operators {
    Evaluator& evaluator;

    /// The formula of a result; where there is none, what it depends on.
    const Polynomial* formula(std::string_view symbol, const Value& a, const Value& b, bool is_exact) const {
        if (a.formula == nullptr && b.formula == nullptr) return nullptr;
        const std::optional<Polynomial> left = exact_formula(a), right = exact_formula(b);
        if (is_exact && left && right && Decisions::is_plain(*left) && Decisions::is_plain(*right)) {
            const Polynomial result = formula_result(symbol, *left, *right);
            if (!result.is_faulted() && result.is_constant()) return nullptr;
            if (const Polynomial* kept = evaluator.decisions.keep(result)) return kept;
        }
        return evaluator.decisions.derived(a.formula, b.formula);
    }

    Value whole(std::string_view symbol, const Value& left, const Value& right) const {
        const Integer a = left.whole(), b = right.whole();
        const bool divides = symbol == "/" || symbol == "//" || symbol == "%";
        if (divides && b == 0)
            return evaluator.raise("ZeroDivisionError",
                                   symbol == "/" ? "division by zero" : "integer division or modulo by zero");
        if (symbol == "/") {
            Value value = Value::of(static_cast<double>(a) / static_cast<double>(b));
            value.formula = formula(symbol, left, right, true);
            return value;
        }
        if (symbol == "**" && b < 0) {
            if (a == 0)
                return evaluator.raise("ZeroDivisionError", "0.0 cannot be raised to a negative power");
            Value value = Value::of(std::pow(static_cast<double>(a), static_cast<double>(b)));
            value.formula = evaluator.decisions.derived(left.formula, right.formula);
            return value;
        }
        if ((symbol == "<<" || symbol == ">>") && b < 0)
            return evaluator.raise("ValueError", "negative shift count");
        const bool is_bitwise = symbol == "&" || symbol == "|" || symbol == "^";
        const std::optional<Integer> result = integer_result(symbol, a, b);
        if (!result) return evaluator.unknown(message("python.number_too_large"));
        if (is_bitwise && left.is(Type::Bool) && right.is(Type::Bool)) {
            Value value = Value::of(*result != 0);
            value.formula = evaluator.decisions.derived(left.formula, right.formula);
            return value;
        }
        return Value::of(*result, formula(symbol, left, right, true));
    }

    Value number(std::string_view symbol, const Value& left, const Value& right) const {
        if (symbol == "@" || (left.is_whole() && right.is_whole())) {
            if (symbol == "@") return evaluator.raise("TypeError", operand_error(symbol, left, right));
            return whole(symbol, left, right);
        }
        const double a = left.number(), b = right.number();
        const bool divides = symbol == "/" || symbol == "//" || symbol == "%";
        if (divides && b == 0)
            return evaluator.raise("ZeroDivisionError", symbol == "/"    ? "float division by zero"
                                                        : symbol == "//" ? "float floor division by zero"
                                                                         : "float modulo");
        if (symbol == "**" && a == 0 && b < 0)
            return evaluator.raise("ZeroDivisionError", "0.0 cannot be raised to a negative power");
        const std::optional<double> result = double_result(symbol, a, b);
        if (!result) return evaluator.raise("TypeError", operand_error(symbol, left, right));
        if (symbol == "**" && (std::isnan(*result) || (a < 0 && b != std::floor(b))))
            return evaluator.unknown(message("python.unknown_syntax", {{"kind", "complex"}}));
        Value value = Value::of(*result);
        const bool is_exact = (symbol == "+" || symbol == "-" || symbol == "*") &&
                              (left.formula == nullptr || is_dyadic(*left.formula)) &&
                              (right.formula == nullptr || is_dyadic(*right.formula));
        value.formula = formula(symbol, left, right, is_exact);
        return value;
    }

    Value repeat(const Value& sequence, const Value& times) const {
        const Integer count = std::max<Integer>(times.whole(), 0);
        if (sequence.is(Type::Str)) {
            if (count > static_cast<Integer>(kMostCharacters) ||
                count * static_cast<Integer>(sequence.str().size()) > static_cast<Integer>(kMostCharacters)) {
                return evaluator.stop(message("python.too_much_memory"));
            }
            std::string text;
            for (Integer i = 0; i < count; ++i) text += sequence.str();
            return evaluator.text(std::move(text),
                                  evaluator.decisions.derived(sequence.formula, times.formula));
        }
        const std::vector<Value>& items = sequence.items();
        if (!items.empty() && count > static_cast<Integer>(kMostItems))
            return evaluator.stop(message("python.too_much_memory"));
        if (static_cast<Integer>(items.size()) * (items.empty() ? 0 : count) >
            static_cast<Integer>(kMostItems))
            return evaluator.stop(message("python.too_much_memory"));
        std::vector<Value> all;
        if (!items.empty()) {
            for (Integer i = 0; i < count; ++i) all.insert(all.end(), items.begin(), items.end());
        }
        const Sequence& old = sequence.as<Sequence>();
        const Polynomial* length = nullptr;
        if (times.formula != nullptr || old.length != nullptr) {
            const Value size = Value::of(static_cast<Integer>(items.size()), old.length);
            length = formula("*", size, times, true);
        }
        Value result = evaluator.tuple(std::move(all));
        result.as<Sequence>().length = length;
        result.type = sequence.type;
        return result;
    }

    Value join(const Value& left, const Value& right) const {
        if (!evaluator.has_room(left.items().size() + right.items().size())) return left;
        const std::size_t count = left.items().size() + right.items().size();
        if (!evaluator.has_room(count)) return Value::none();
        std::vector<Value> items;
        items.reserve(count);
        items.insert(items.end(), left.items().begin(), left.items().end());
        items.insert(items.end(), right.items().begin(), right.items().end());
        const Sequence &a = left.as<Sequence>(), &b = right.as<Sequence>();
        const Polynomial* length = formula("+", Value::of(static_cast<Integer>(a.items.size()), a.length),
                                           Value::of(static_cast<Integer>(b.items.size()), b.length), true);
        Value result = evaluator.tuple(std::move(items));
        result.as<Sequence>().length = length;
        result.type = left.type;
        return result;
    }

    Value set_operation(std::string_view symbol, const Value& left, const Value& right) const {
        Value result = evaluator.dict();
        result.type = left.type;
        const Dict &a = left.as<Dict>(), &b = right.as<Dict>();
        if (!evaluator.count_items((a.entries.size() + b.entries.size()) * kItemsOfEntry)) return result;
        const auto add = [&](const Dict& from, const Dict* other, bool is_wanted) {
            for (const Dict::Entry& entry : from.entries) {
                if (entry.is_removed) continue;
                const std::string key = *key_of(entry.key);
                if (other != nullptr && other->index.contains(key) != is_wanted) continue;
                result.as<Dict>().set(key, entry.key, entry.value);
            }
        };
        for (const Dict* each : {&a, &b}) {
            if (each->default_factory.is_unknown()) result.as<Dict>().default_factory = each->default_factory;
        }
        if (symbol == "|") {
            add(a, nullptr, true);
            add(b, nullptr, true);
        } else {
            add(a, &b, symbol == "&");
            if (symbol == "^") add(b, &a, false);
        }
        return result;
    }
};

Value binary(Evaluator& e, std::string_view symbol, const Value& left, const Value& right) {
    if (left.is_unknown()) return left;
    if (right.is_unknown()) return right;
    if (const Value* value = value_of_member(left)) return binary(e, symbol, *value, right);
    if (const Value* value = value_of_member(right)) return binary(e, symbol, left, *value);
    const Operators operators{e};
    if (left.is_number() && right.is_number()) return operators.number(symbol, left, right);
    if (left.is(Type::Tensor) || right.is(Type::Tensor)) {
        const Value result = tensor_binary(e, symbol, left, right);
        if (e.tracer == nullptr && symbol != "@") keep_numbers(e, symbol, left, right, result);
        return result;
    }
    for (const Value* operand : {&left, &right}) {
        if (!operand->is(Type::Instance)) continue;
        for (const SpecialMethod& special : kSpecialMethods) {
            if (special.symbol != symbol) continue;
            const std::string_view name = operand == &left ? special.left : special.right;
            const InstanceObject& instance = operand->instance();
            const bool is_of_list =
                instance.module != nullptr && find_module_method(*instance.cls, name) != nullptr;
            if (is_of_list || instance.cls->find(name) != nullptr)
                return call_method(e, *operand, name, {operand == &left ? right : left});
        }
        return e.unknown(
            message("python.unknown_operation",
                    {{"operation", symbol}, {"left", type_name(left)}, {"right", type_name(right)}}));
    }
    const auto is_sequence = [](const Value& value) {
        return value.is(Type::Str) || value.is(Type::Tuple) || value.is(Type::List);
    };
    if (symbol == "+" && left.type == right.type && is_sequence(left)) {
        if (left.is(Type::Str))
            return e.text(left.str() + right.str(), e.decisions.derived(left.formula, right.formula));
        return operators.join(left, right);
    }
    if (symbol == "*" && is_sequence(left) && right.is_whole()) return operators.repeat(left, right);
    if (symbol == "*" && is_sequence(right) && left.is_whole()) return operators.repeat(right, left);
    if (symbol == "%" && left.is(Type::Str)) return format_percent(e, left.str(), right);
    if ((is_view(left) || is_view(right)) &&
        (symbol == "|" || symbol == "&" || symbol == "-" || symbol == "^"))
        return binary(e, symbol, set_of_view(e, left), set_of_view(e, right));
    const bool are_sets = left.is(Type::Set) && right.is(Type::Set);
    if (are_sets && (symbol == "|" || symbol == "&" || symbol == "-" || symbol == "^"))
        return operators.set_operation(symbol, left, right);
    if (left.is(Type::Dict) && right.is(Type::Dict) && symbol == "|")
        return operators.set_operation(symbol, left, right);
    for (const Value* operand : {&left, &right}) {
        if (operand->is(Type::Opaque) || operand->is(Type::Class) || operand->is(Type::Namespace))
            return e.unknown(
                message("python.unknown_operation",
                        {{"operation", symbol}, {"left", type_name(left)}, {"right", type_name(right)}}));
    }
    if (symbol == "+" && is_sequence(left)) {
        if (left.is(Type::Str))
            return e.raise("TypeError",
                           concat("can only concatenate str (not \"", type_name(right), "\") to str"));
        return e.raise("TypeError", concat("can only concatenate ", type_name(left), " (not \"",
                                           type_name(right), "\") to ", type_name(left)));
    }
    if (symbol == "*" && (is_sequence(left) || is_sequence(right)))
        return e.raise("TypeError", concat("can't multiply sequence by non-int of type '",
                                           type_name(is_sequence(left) ? right : left), "'"));
    return e.raise("TypeError", operand_error(symbol, left, right));
}

Value unary(Evaluator& e, std::string_view symbol, const Value& operand) {
    if (operand.is_unknown()) return operand;
    if (operand.is(Type::Tensor) && e.tracer == nullptr) return operand;
    if (operand.is(Type::Tensor)) {
        const Value tensor = e.tracer->without_routing(operand);
        return symbol == "-" ? e.tracer->scaled(tensor) : tensor;
    }
    if (symbol == "-" && operand.is_whole()) {
        const auto negative = checked_subtract(0, operand.whole());
        if (!negative) return e.unknown(message("python.number_too_large"));
        return Value::of(*negative, operand.formula == nullptr ? nullptr
                                    : Decisions::is_plain(*operand.formula)
                                        ? e.decisions.keep(-*operand.formula)
                                        : operand.formula);
    }
    if (symbol == "+" && operand.is_whole()) return Value::of(operand.whole(), operand.formula);
    if (symbol == "~" && operand.is_whole())
        return Value::of(-operand.whole() - 1, e.decisions.derived(operand.formula));
    if (operand.is(Type::Float) && symbol != "~") {
        Value value = Value::of(symbol == "-" ? -operand.real : operand.real);
        value.formula = operand.formula == nullptr || symbol == "+" ? operand.formula
                                                                    : e.decisions.derived(operand.formula);
        return value;
    }
    if (operand.is(Type::Instance)) {
        const std::string_view name = symbol == "-" ? "__neg__" : symbol == "+" ? "__pos__" : "__invert__";
        if (operand.instance().cls->find(name) != nullptr) return call_method(e, operand, name);
    }
    return e.raise("TypeError",
                   concat("bad operand type for unary ", symbol, ": '", type_name(operand), "'"));
}

Value to_integer(Evaluator& e, const Value& value) {
    if (value.is_unknown()) return value;
    if (value.is_whole()) return Value::of(value.whole(), value.formula);
    if (value.is(Type::Float)) {
        if (std::isnan(value.real)) return e.raise("ValueError", "cannot convert float NaN to integer");
        if (std::isinf(value.real))
            return e.raise("OverflowError", "cannot convert float infinity to integer");
        if (std::fabs(value.real) > 1e38) return e.unknown(message("python.number_too_large"));
        const auto result = static_cast<Integer>(value.real);
        if (value.formula == nullptr) return Value::of(result);
        const bool has_formula = Decisions::is_plain(*value.formula) && value.real >= 0;
        const Polynomial* kept = has_formula ? e.decisions.keep(paramscope::floor(*value.formula)) : nullptr;
        return Value::of(result, kept != nullptr ? kept : e.decisions.derived(value.formula));
    }
    if (value.is(Type::Tensor)) {
        const Value number = call_method(e, value, "item");
        return number.is(Type::Tensor) ? e.unknown(message("python.unknown_sizes")) : to_integer(e, number);
    }
    return e.raise("TypeError",
                   concat("int() argument must be a string, a bytes-like object or a real number, not '",
                          type_name(value), "'"));
}

Value to_float(Evaluator& e, const Value& value) {
    if (value.is_unknown()) return value;
    if (value.is(Type::Tensor)) return call_method(e, value, "item");
    if (value.is_number()) {
        Value result = Value::of(value.number());
        result.formula = value.formula;
        return result;
    }
    return e.raise("TypeError", concat("float() argument must be a string or a real number, not '",
                                       type_name(value), "'"));
}

}  // namespace paramscope::open::python
