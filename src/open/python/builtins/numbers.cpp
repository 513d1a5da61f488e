// Builtin functions on numbers, and the methods of int and float.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "open/python/builtins/builtins.h"
#include "open/python/state/interpreter.h"
#include "open/python/values/behaviour.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {
namespace {

Value sum(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.empty())
        return e.raise("TypeError", "sum() takes at least 1 positional argument (0 given)");
    std::vector<Value> items;
    Value total;
    const Polynomial* length = nullptr;
    if (!items_of(e, a.positional[0], &items, &total, &length)) return total;
    const Value* start = a.get(1, "start");
    total = start != nullptr ? *start : Value::of(0);
    if (total.is(Type::Str))
        return e.raise("TypeError", "sum() can't sum strings [use ''.join(seq) instead]");
    for (const Value& each : items) {
        total = binary(e, "+", total, each);
        if (e.is_interrupted() || !e.step()) return Value::none();
    }
    if (length != nullptr && total.is_number())
        total.formula = e.decisions.derived(total.formula, length);
    else
        e.decisions.decide_by(length);
    return total;
}

template <bool kIsMax>
Value extreme(Evaluator& e, const Value&, Arguments& a) {
    std::vector<Value> items = a.positional;
    Value result;
    if (items.empty())
        return e.raise("TypeError", concat(kIsMax ? "max" : "min", " expected at least 1 argument, got 0"));
    if (items.size() == 1 && !items_of(e, a.positional[0], &items, &result)) return result;
    if (items.empty()) {
        if (const Value* usual = a.find("default")) return *usual;
        return e.raise("ValueError", concat(kIsMax ? "max" : "min", "() arg is an empty sequence"));
    }
    const Value* key = a.find("key");
    result = items[0];
    if (result.is_unknown()) return result;
    const bool is_symbolic = any_of(items, [](const Value& each) { return each.formula != nullptr; });
    const bool are_whole = all_of(items, [](const Value& each) {
        return each.is_whole() && (each.formula == nullptr || Decisions::is_plain(*each.formula));
    });
    if (key == nullptr && is_symbolic && are_whole && items.size() <= 16) {
        std::vector<Polynomial> formulas;
        Integer most = items[0].whole();
        for (const Value& each : items) {
            formulas.push_back(e.decisions.formula_of(each));
            most = kIsMax ? std::max(most, each.whole()) : std::min(most, each.whole());
        }
        return Value::of(most, e.decisions.keep(kIsMax ? maximum(formulas) : minimum(formulas)));
    }
    Value best_key = key != nullptr && !key->is(Type::None) ? call(e, *key, {result}) : result;
    for (std::size_t i = 1; i < items.size(); ++i) {
        const Value its_key = key != nullptr && !key->is(Type::None) ? call(e, *key, {items[i]}) : items[i];
        if (e.is_interrupted()) return Value::none();
        const Value is_better = compare(e, kIsMax ? ">" : "<", its_key, best_key);
        if (e.is_interrupted() || is_better.is_unknown()) return is_better;
        if (decide(e, is_better) == Truth::True) {
            result = items[i];
            best_key = its_key;
        }
    }
    return result;
}

Value absolute(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 1) return e.raise("TypeError", "abs() takes exactly one argument");
    const Value& x = a.positional[0];
    if (x.is_unknown() || x.is(Type::Tensor)) return x;
    if (x.is_whole()) return x.whole() < 0 ? unary(e, "-", x) : Value::of(x.whole(), x.formula);
    if (x.is(Type::Float)) {
        Value value = Value::of(std::fabs(x.real));
        value.formula = x.formula;
        return value;
    }
    if (x.is(Type::Instance) && x.instance().cls->find("__abs__") != nullptr)
        return call_method(e, x, "__abs__");
    return e.raise("TypeError", concat("bad operand type for abs(): '", type_name(x), "'"));
}

Value round_number(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.empty())
        return e.raise("TypeError", "round() missing required argument 'number' (pos 1)");
    const Value& x = a.positional[0];
    const Value* digits = a.get(1, "ndigits");
    if (x.is_unknown()) return x;
    if (!x.is_number()) return not_evaluated(e, "round");
    const bool has_digits = digits != nullptr && !digits->is(Type::None);
    if (has_digits) {
        if (!digits->is_whole() || digits->whole() < 0 || digits->whole() > 20)
            return not_evaluated(e, "round");
        if (x.is_whole()) return Value::of(x.whole(), x.formula);
        char buffer[400];
        std::snprintf(buffer, sizeof buffer, "%.*f", static_cast<int>(digits->whole()), x.real);
        Value value = Value::of(std::strtod(buffer, nullptr));
        value.formula = e.decisions.derived(x.formula);
        return value;
    }
    if (x.is_whole()) return Value::of(x.whole(), x.formula);
    if (!std::isfinite(x.real) || std::fabs(x.real) > 1e18) return not_evaluated(e, "round");
    double rounded = std::round(x.real);
    if (std::fabs(x.real - std::trunc(x.real)) == 0.5) rounded = 2 * std::round(x.real / 2);
    return Value::of(static_cast<Integer>(rounded), e.decisions.derived(x.formula));
}

/// pow(base, exponent, modulus) of whole numbers.
Value modular_power(Evaluator& e, const std::vector<Value>& numbers) {
    for (const Value& each : numbers) {
        if (!each.is_whole()) return each.is_unknown() ? each : not_evaluated(e, "pow");
    }
    const Integer modulus = numbers[2].whole();
    Integer exponent = numbers[1].whole();
    constexpr int kBits = 60;  // products of two such numbers are whole numbers still
    if (exponent < 0 || modulus <= 0 || modulus >> kBits != 0) return not_evaluated(e, "pow");
    Integer result = 1 % modulus, base = (numbers[0].whole() % modulus + modulus) % modulus;
    for (; exponent > 0; exponent >>= 1) {
        if (exponent & 1) result = result * base % modulus;
        base = base * base % modulus;
    }
    return Value::of(result);
}

/// hex(), oct() and bin(): digits of 4, 3 or 1 bits.
template <int kBits>
Value digits_of(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 1 || !a.positional[0].is_whole()) return not_evaluated(e, "hex");
    const Integer value = a.positional[0].whole();
    std::string digits;
    for (Integer rest = value < 0 ? -value : value; rest > 0 || digits.empty(); rest >>= kBits)
        digits.insert(digits.begin(), "0123456789abcdef"[static_cast<int>(rest & ((1 << kBits) - 1))]);
    const std::string_view prefix = kBits == 4 ? "0x" : kBits == 3 ? "0o" : "0b";
    return e.text(concat(value < 0 ? "-" : "", prefix, digits), e.decisions.derived(a.positional[0].formula));
}

/// pow(base, exp, mod=None)
Value power(Evaluator& e, const Value&, Arguments& a) {
    if (!a.named.empty()) {
        std::vector<Value> numbers;
        constexpr std::string_view kNames[] = {"base", "exp", "mod"};
        for (std::size_t i = 0; i < std::size(kNames); ++i) {
            if (const Value* given = a.get(i, kNames[i])) numbers.push_back(*given);
        }
        a.positional = std::move(numbers);
    }
    if (a.positional.size() == 3) return modular_power(e, a.positional);
    if (a.positional.size() != 2) return not_evaluated(e, "pow");
    return binary(e, "**", a.positional[0], a.positional[1]);
}

Value divide_with_rest(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 2) return not_evaluated(e, "divmod");
    const Value quotient = binary(e, "//", a.positional[0], a.positional[1]);
    if (e.is_interrupted()) return quotient;
    return e.tuple({quotient, binary(e, "%", a.positional[0], a.positional[1])});
}

Value is_integer(Evaluator& e, const Value& self, Arguments&) {
    Value value = Value::of(std::isfinite(self.real) && self.real == std::floor(self.real));
    value.formula = e.decisions.derived(self.formula);
    return value;
}

Value bit_length(Evaluator& e, const Value& self, Arguments&) {
    Integer magnitude = self.whole() < 0 ? -self.whole() : self.whole(), bits = 0;
    for (; magnitude > 0; magnitude /= 2) ++bits;
    return Value::of(bits, e.decisions.derived(self.formula));
}

constexpr BuiltinRow kNumberFunctionsRows[] = {
    {"sum", sum},
    {"max", extreme<true>},
    {"min", extreme<false>},
    {"abs", absolute},
    {"round", round_number},
    {"pow", power},
    {"hex", digits_of<4>},
    {"oct", digits_of<3>},
    {"bin", digits_of<1>},
    {"divmod", divide_with_rest},
};

constexpr BuiltinRow kFloatMethodsRows[] = {{"is_integer", is_integer}};

constexpr BuiltinRow kIntMethodsRows[] = {{"bit_length", bit_length}};

}  // namespace

const std::span<const BuiltinRow> kNumberFunctions = kNumberFunctionsRows;
const std::span<const BuiltinRow> kFloatMethods = kFloatMethodsRows;
const std::span<const BuiltinRow> kIntMethods = kIntMethodsRows;

/// int(text, base).
Value number_of_base(Evaluator& e, const Value& text, const Value& base) {
    if (!base.is_whole() || base.whole() < 2 || base.whole() > 36) return not_evaluated(e, "int");
    const std::string digits = lowercase(trim(text.str()));
    const bool is_negative = digits.starts_with('-');
    Integer value = 0;
    std::size_t count = 0;
    for (const char c : std::string_view(digits).substr(is_negative ? 1 : 0)) {
        const int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'z' ? c - 'a' + 10 : 36;
        if (digit >= base.whole() || ++count > 20) return not_evaluated(e, "int");
        value = value * base.whole() + digit;
    }
    if (count == 0) return not_evaluated(e, "int");
    return Value::of(is_negative ? -value : value, e.decisions.derived(text.formula));
}

Value make_int(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.empty()) return Value::of(0);
    const Value& x = a.positional[0];
    const Value* base = a.get(1, "base");
    if (base != nullptr && x.is(Type::Str)) return number_of_base(e, x, *base);
    if (!x.is(Type::Str)) return to_integer(e, x);
    std::string digits;
    for (const char c : trim(x.str())) {
        if (c != '_') digits += c;
    }
    if (digits.starts_with('+')) digits.erase(0, 1);
    const std::optional<Integer> value = parse_integer(digits);
    if (!value)
        return e.raise("ValueError", concat("invalid literal for int() with base 10: ", represent(e, x)));
    return Value::of(*value, e.decisions.derived(x.formula));
}

Value make_float(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.empty()) return Value::of(0.0);
    const Value& x = a.positional[0];
    if (!x.is(Type::Str)) return to_float(e, x);
    const std::string digits = lowercase(trim(x.str()));
    if (digits == "inf" || digits == "infinity" || digits == "+inf") return Value::of(HUGE_VAL);
    if (digits == "-inf") return Value::of(-HUGE_VAL);
    char* end = nullptr;
    const double value = std::strtod(digits.c_str(), &end);
    if (digits.empty() || *end != '\0')
        return e.raise("ValueError", concat("could not convert string to float: ", represent(e, x)));
    return Value::of(value);
}

Value make_bool(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.empty()) return Value::of(false);
    const Truth truth = python::truth(e, a.positional[0]);
    if (e.is_interrupted()) return Value::none();
    if (truth == Truth::Unknown)
        return a.positional[0].is_unknown() ? a.positional[0] : not_evaluated(e, "bool");
    Value value = Value::of(truth == Truth::True);
    value.formula = e.decisions.derived(a.positional[0].formula);
    return value;
}

}  // namespace paramscope::open::python
