// Sentences of the algebra: one row each, English here, Chinese in
// web/languages/zh/algebra.txt by the same id.
#pragma once

#include "base/message.h"

namespace paramscope {

inline constexpr MessageTemplate kAlgebraMessages[] = {
    // Faults of polynomials (message_of)
    {"fault.none", "there is no fault"},
    {"fault.overflow", "the result exceeds 2^127"},
    {"fault.too_many_terms", "the formula grows too large to be written out"},
    {"fault.division_by_zero", "division by zero"},
    {"fault.exponent", "an exponent is not a whole number from -4096 to 4096"},

    // Values (evaluate)
    {"value.unknown_symbol", "the value of '{name}' is unknown"},
    {"value.fractional_exponent", "the exponent {exponent} is not a whole number"},
    {"value.division_by_zero", "division by zero: {divisor} is 0"},

    // Expressions (parse_expression)
    {"expression.unexpected", "expected {expected} but found {found}"},
    {"expression.too_deep", "the expression nests deeper than {limit} levels"},
    {"expression.too_long", "the text is longer than 4 GB"},
    {"expression.number_too_long", "the number has more digits than 128 bits can hold"},
    {"expression.missing_operator", "a number and a name need an operator between them"},
    {"expression.missing_product", "write {number}*{name}"},
    {"expression.unknown_function", "unknown function '{name}'; known are floor, ceil, min, max, pow"},
    {"expression.unknown_function_unnamed", "unknown function; known are floor, ceil, min, max, pow"},
    {"expression.one_argument", "{function} takes 1 argument but has {actual}"},
    {"expression.arguments", "{function} takes {expected} arguments but has {actual}"},
    {"expression.too_many_arguments", "{function} takes at most {limit} arguments but has {actual}"},

    // What may follow in an expression
    {"expected.operand", "a number, a name or '('"},
    {"expected.operator_or_end", "an operator or the end"},
    {"expected.operator_or_closing", "an operator or ')'"},
    {"expected.operator_comma_or_closing", "an operator, ',' or ')'"},

    // What is found instead
    {"found.end_of_text", "the end of the text"},
    {"found.end_of_line", "the end of the line"},
    {"found.long_name", "a long name"},
    {"found.control_character", "a control character"},
    {"found.text", "'{text}'"},
};
using AlgebraMessageId = MessageId<kAlgebraMessages>;

/// Makes a message of this folder; an unknown id does not compile.
inline Message message(AlgebraMessageId id, MessageArguments arguments = {}) {
    return Message(*id, std::move(arguments));
}

}  // namespace paramscope
