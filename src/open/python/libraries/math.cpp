// The functions of math, and those of numpy that work on one number.
#include <cmath>

#include "base/concat.h"
#include "open/python/builtins/builtins.h"
#include "open/python/libraries/libraries.h"
#include "open/python/state/interpreter.h"
#include "open/python/torch/torch.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {
namespace {

using RealFunction = double (*)(double);

template <RealFunction kFunction>
Value real_function(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 1) return not_evaluated(e, "math");
    const Value& x = a.positional[0];
    if (x.is_unknown()) return x;
    if (!x.is_number()) {
        if (x.is(Type::Tensor)) return tensor_of_unknown_shape(e, not_evaluated(e, "math"));
        return e.raise("TypeError", concat("must be real number, not ", type_name(x)));
    }
    const double result = kFunction(x.number());
    if (std::isnan(result) && !std::isnan(x.number())) return e.raise("ValueError", "math domain error");
    if (std::isinf(result) && !std::isinf(x.number())) {
        if (x.number() == 0) return e.raise("ValueError", "math domain error");
        return e.raise("OverflowError", "math range error");
    }
    Value value = Value::of(result);
    value.formula = e.decisions.derived(x.formula);
    return value;
}

template <bool kUp, bool kAsFloat>
Value rounded(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 1) return not_evaluated(e, "math");
    const Value& x = a.positional[0];
    if (x.is_unknown()) return x;
    if (!x.is_number()) return e.raise("TypeError", concat("must be real number, not ", type_name(x)));
    if (kAsFloat) {
        Value value = Value::of(kUp ? std::ceil(x.number()) : std::floor(x.number()));
        value.formula = e.decisions.derived(x.formula);
        return value;
    }
    if (x.is_whole()) return Value::of(x.whole(), x.formula);
    if (!std::isfinite(x.real) || std::fabs(x.real) > 1e38) return not_evaluated(e, "math");
    const auto result = static_cast<Integer>(kUp ? std::ceil(x.real) : std::floor(x.real));
    if (x.formula == nullptr) return Value::of(result);
    const Polynomial* kept =
        Decisions::is_plain(*x.formula)
            ? e.decisions.keep(kUp ? paramscope::ceil(*x.formula) : paramscope::floor(*x.formula))
            : nullptr;
    return Value::of(result, kept != nullptr ? kept : e.decisions.derived(x.formula));
}

Value logarithm(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.size() == 1) return real_function<std::log>(e, self, a);
    if (a.positional.size() != 2 || !a.positional[0].is_number() || !a.positional[1].is_number())
        return not_evaluated(e, "log");
    const double x = a.positional[0].number(), base = a.positional[1].number();
    if (x <= 0 || base <= 0 || base == 1) return e.raise("ValueError", "math domain error");
    Value value = Value::of(std::log(x) / std::log(base));
    value.formula = e.decisions.derived(a.positional[0].formula, a.positional[1].formula);
    return value;
}

Value integer_root(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 1 || !a.positional[0].is_whole() || a.positional[0].whole() < 0)
        return not_evaluated(e, "isqrt");
    const Integer x = a.positional[0].whole();
    auto root = static_cast<Integer>(std::sqrt(static_cast<double>(x)));
    while (root * root > x) --root;
    while ((root + 1) * (root + 1) <= x) ++root;
    return Value::of(root, e.decisions.derived(a.positional[0].formula));
}

Value common_divisor(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 2 || !a.positional[0].is_whole() || !a.positional[1].is_whole())
        return not_evaluated(e, "gcd");
    return Value::of(greatest_common_divisor(a.positional[0].whole(), a.positional[1].whole()),
                     e.decisions.derived(a.positional[0].formula, a.positional[1].formula));
}

Value product_of(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.empty()) return not_evaluated(e, "prod");
    Value reason;
    const auto items = iterate(e, a.positional[0], &reason);
    if (!items) return reason;
    const Value* start = a.find("start");
    Value result = start != nullptr ? *start : Value::of(1);
    for (const Value& each : *items) {
        result = binary(e, "*", result, each);
        if (e.is_interrupted()) break;
    }
    return result;
}

Value real_power(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 2 || !a.positional[0].is_number() || !a.positional[1].is_number())
        return not_evaluated(e, "pow");
    return binary(e, "**", to_float(e, a.positional[0]), to_float(e, a.positional[1]));
}

/// isclose(a, b): equal up to nine digits.
Value is_close(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 2 || !a.positional[0].is_number() || !a.positional[1].is_number() ||
        !a.named.empty())
        return not_evaluated(e, "isclose");
    const double x = a.positional[0].number(), y = a.positional[1].number();
    return Value::of(x == y || std::fabs(x - y) <= 1e-9 * std::max(std::fabs(x), std::fabs(y)));
}

Value truncate(Evaluator& e, const Value&, Arguments& a) {
    return a.positional.size() == 1 && a.positional[0].is_number() ? to_integer(e, a.positional[0])
                                                                   : not_evaluated(e, "trunc");
}

template <bool (*kTest)(double)>
Value real_test(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 1 || !a.positional[0].is_number()) return not_evaluated(e, "isnan");
    return Value::of(kTest(a.positional[0].number()));
}

bool is_nan(double value) {
    return std::isnan(value);
}

bool is_infinite(double value) {
    return std::isinf(value);
}

constexpr BuiltinRow kMathFunctionsRows[] = {
    {"sqrt", real_function<std::sqrt>},
    {"exp", real_function<std::exp>},
    {"log2", real_function<std::log2>},
    {"log10", real_function<std::log10>},
    {"sin", real_function<std::sin>},
    {"cos", real_function<std::cos>},
    {"tan", real_function<std::tan>},
    {"tanh", real_function<std::tanh>},
    {"atan", real_function<std::atan>},
    {"fabs", real_function<std::fabs>},
    {"log1p", real_function<std::log1p>},
    {"log", logarithm},
    {"ceil", rounded<true, false>},
    {"floor", rounded<false, false>},
    {"isqrt", integer_root},
    {"gcd", common_divisor},
    {"prod", product_of},
    {"pow", real_power},
    {"isnan", real_test<is_nan>},
    {"isinf", real_test<is_infinite>},
    {"isclose", is_close},
    {"trunc", truncate},
};

}  // namespace

const std::span<const BuiltinRow> kMathFunctions = kMathFunctionsRows;

}  // namespace paramscope::open::python
