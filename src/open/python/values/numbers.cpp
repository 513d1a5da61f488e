// None, `...`, bools and numbers.
#include <cmath>
#include <cstdio>

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

bool whole_key(const Value& value, int, std::string& text) {
    append_all(text, "i", to_string(value.whole()), ';');
    return true;
}

bool float_key(const Value& value, int, std::string& text) {
    const double real = value.real;
    const bool is_whole = std::isfinite(real) && real == std::floor(real) && std::fabs(real) < 1e18;
    char digits[32];
    std::snprintf(digits, sizeof digits, is_whole ? "%.0f" : "%.17g", real);
    append_all(text, is_whole ? 'i' : 'f', is_whole && real == 0 ? "0" : digits, ';');
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
