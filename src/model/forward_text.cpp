// Writes forward lines.
#include "base/concat.h"
#include "model/forward.h"

namespace paramscope {
namespace {

/// Precedence of an expression: sums 1, products 2, anything else 3.
int precedence(const ForwardExpression& expression) {
    if (expression.kind != ForwardExpression::Kind::Operator) return 3;
    return expression.name == "+" || expression.name == "-" ? 1 : 2;
}

std::string text_of(const ForwardExpression& expression);

std::string text_of_operand(const ForwardExpression& operand, int least) {
    return precedence(operand) < least ? concat("(", text_of(operand), ")") : text_of(operand);
}

std::string list_of(const std::vector<ForwardExpression>& items) {
    return join(items, ", ", text_of);
}

std::string text_of_call(const ForwardExpression& call) {
    std::string list = list_of(call.operands);
    for (const ForwardExpression::Keyword& keyword : call.keywords) {
        append_all(list, list.empty() ? "" : ", ", keyword.name, "=", to_string(keyword.value));
    }
    return concat(call.name, call.optional ? "?(" : "(", list, ")");
}

std::string text_of(const ForwardExpression& expression) {
    const std::vector<ForwardExpression>& operands = expression.operands;
    switch (expression.kind) {
        case ForwardExpression::Kind::Name:
            return expression.name;
        case ForwardExpression::Kind::Literal:
            return to_string(expression.literal);
        case ForwardExpression::Kind::Call:
            return text_of_call(expression);
        case ForwardExpression::Kind::Operator:
            return concat(text_of_operand(operands[0], precedence(expression)), " ", expression.name, " ",
                          text_of_operand(operands[1], precedence(expression) + 1));
        case ForwardExpression::Kind::Tuple:
            return concat("(", list_of(operands), (operands.size() == 1 ? ",)" : ")"));
        case ForwardExpression::Kind::Index:
            return concat(text_of_operand(operands[0], 3), "[", to_string(expression.literal), "]");
    }
    return "";
}

}  // namespace

std::string to_string(const Forward& forward) {
    const std::string bindings = join(forward.bindings, ", ", [](const Forward::Binding& binding) {
        return concat(binding.name, " = ", text_of(binding.value));
    });
    return concat("forward(", join(forward.inputs), ") = ", text_of(forward.result),
                  bindings.empty() ? "" : " where " + bindings);
}

}  // namespace paramscope
