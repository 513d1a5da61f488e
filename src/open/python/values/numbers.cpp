// None, `...`, bools and numbers.
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <iterator>

#include "algebra/integer.h"
#include "base/concat.h"
#include "open/python/values/behaviour.h"
#include "open/python/values/strings.h"

namespace paramscope::open::python {
namespace {

Truth never(Evaluator&, const Value&) {
    return Truth::False;
}

Truth always_equal(Evaluator&, const Value&, const Value&) {
    return Truth::True;
}

Truth is_true(Evaluator&, const Value& value) {
    return truth_of(value.boolean);
}

Truth is_not_zero(Evaluator&, const Value& value) {
    return truth_of(value.number() != 0);
}

bool none_key(const Value&, int, std::string& text) {
    text += "n;";
    return true;
}

/// Loops ask for keys more often than for all else, and most are small numbers.
void append_whole(std::string& text, Integer number) {
    const auto small = static_cast<std::int64_t>(number);
    if (small != number) return append_all(text, 'i', to_string(number), ';');
    char digits[24];
    const std::to_chars_result end = std::to_chars(std::begin(digits), std::end(digits), small);
    append_all(text, 'i', std::string_view(digits, static_cast<std::size_t>(end.ptr - digits)), ';');
}

bool whole_key(const Value& value, int, std::string& text) {
    append_whole(text, value.whole());
    return true;
}

bool float_key(const Value& value, int, std::string& text) {
    const double real = value.real;
    if (std::isfinite(real) && real == std::floor(real) && std::fabs(real) < 1e18) {
        append_whole(text, static_cast<Integer>(real));
        return true;
    }
    char digits[32];
    std::snprintf(digits, sizeof digits, "%.17g", real);
    append_all(text, 'f', digits, ';');
    return true;
}

std::optional<Value> number_attribute(Evaluator& e, const Value& value, std::string_view name) {
    return name == "real" ? value : builtin_attribute(e, value, name);
}

std::string none_text(Evaluator&, const Value&, int) {
    return "None";
}

std::string ellipsis_text(Evaluator&, const Value&, int) {
    return "Ellipsis";
}

std::string bool_text(Evaluator&, const Value& value, int) {
    return value.boolean ? "True" : "False";
}

std::string int_text(Evaluator&, const Value& value, int) {
    return to_string(value.integer);
}

std::string float_representation(Evaluator&, const Value& value, int) {
    return float_text(value.real);
}

}  // namespace

const Behaviour kNoneBehaviour = {
    .name = "NoneType",
    .truth = never,
    .equal = always_equal,
    .key = none_key,
    .represent = none_text,
};

const Behaviour kEllipsisBehaviour = {
    .name = "ellipsis",
    .equal = always_equal,
    .represent = ellipsis_text,
};

const Behaviour kBoolBehaviour = {
    .name = "bool",
    .truth = is_true,
    .key = whole_key,
    .represent = bool_text,
    .methods = &kIntMethods,
};

const Behaviour kIntBehaviour = {
    .name = "int",
    .truth = is_not_zero,
    .attribute = number_attribute,
    .key = whole_key,
    .represent = int_text,
    .methods = &kIntMethods,
};

const Behaviour kFloatBehaviour = {
    .name = "float",
    .truth = is_not_zero,
    .attribute = number_attribute,
    .key = float_key,
    .represent = float_representation,
    .methods = &kFloatMethods,
};

}  // namespace paramscope::open::python
