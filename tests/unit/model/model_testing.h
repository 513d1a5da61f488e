// Helpers of the model's tests: models and values as compact text without source positions, and diagnostics
// as `line:column severity: message id(arguments)`.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "algebra/print.h"
#include "base/concat.h"
#include "model/read/read.h"
#include "unit/describe.h"

namespace paramscope {

inline std::string dump(const Value& value);

inline std::string dump(const Argument& argument) {
    return (argument.name.empty() ? "" : argument.name + "=") + dump(argument.value);
}

template <typename Items>
std::string dump_all(const Items& items) {
    std::string text;
    for (const auto& item : items) text += (text.empty() ? "" : " ") + dump(item);
    return text;
}

/// A value by kind: `#4*d` a number, `'s` a string, `word`, `!True`, `!None`, `(...)`, `[...]`, `f{...}` a
/// call, `<<raw>>`.
inline std::string dump(const Value& value) {
    switch (value.kind) {
        case Value::Kind::Number:
            return "#" + print(value.number, Notation::Plain);
        case Value::Kind::Word:
            return value.text.str();
        case Value::Kind::String:
            return "'" + value.text;
        case Value::Kind::Boolean:
            return value.boolean ? "!True" : "!False";
        case Value::Kind::None:
            return "!None";
        case Value::Kind::Tuple:
            return (value.is_list ? "[" : "(") + dump_all(value.items) + (value.is_list ? "]" : ")");
        case Value::Kind::Call:
            return value.text + "{" + dump_all(value.arguments) + "}";
        case Value::Kind::Raw:
            return "<<" + value.text + ">>";
    }
    return "";
}

inline std::string dump(const ForwardExpression& expression) {
    std::string keywords;
    for (const ForwardExpression::Keyword& keyword : expression.keywords) {
        keywords += " " + keyword.name + "=" + dump(keyword.value);
    }
    const std::string operands = dump_all(expression.operands);
    switch (expression.kind) {
        case ForwardExpression::Kind::Name:
            return expression.name;
        case ForwardExpression::Kind::Literal:
            return dump(expression.literal);
        case ForwardExpression::Kind::Call:
            return expression.name + (expression.optional ? "?" : "") + "{" + operands + keywords + "}";
        case ForwardExpression::Kind::Operator:
            return "(" + expression.name + " " + operands + ")";
        case ForwardExpression::Kind::Tuple:
            return "(" + operands + ")";
        case ForwardExpression::Kind::Index:
            return operands + "[" + dump(expression.literal) + "]";
    }
    return "";
}

inline std::string dump(const Forward& forward) {
    std::string text = "forward";
    for (const std::string& input : forward.inputs) text += " " + input;
    text += " -> " + dump(forward.result);
    for (const Forward::Binding& binding : forward.bindings) {
        text += "; " + binding.name + " = " + dump(binding.value);
    }
    return text;
}

inline std::string dump(const Dims& shape) {
    std::string text;
    for (const Polynomial& size : shape) text += (text.empty() ? "" : ", ") + print(size, Notation::Plain);
    return "(" + text + ")";
}

inline std::string dump(const Tensor& tensor) {
    return tensor.name + (tensor.role == Role::Buffer ? ": buffer " : ": parameter ") + dump(tensor.shape) +
           (tensor.trainable ? "" : " frozen") +
           (tensor.dtype.empty() ? "" : concat(" ", tensor.dtype.view())) +
           (tensor.comment.empty() ? "" : concat(" # ", tensor.comment.view()));
}

/// One line a module, tensor and extra line, children indented.
inline std::string dump(const Module& module, std::size_t indent = 0) {
    const std::string inner = "\n" + std::string(indent + 2, ' ');
    std::string text = module.name.empty() ? "" : module.name + ": ";
    if (module.repeat != Polynomial(1)) text += print(module.repeat, Notation::Plain) + " x ";
    text += module.type;
    for (const Argument& argument : module.arguments.list()) text += " " + dump(argument);
    if (module.stated_input) text += " @ " + dump(*module.stated_input);
    if (!module.comment.empty()) text += concat(" # ", module.comment.view());
    for (const std::string& line : module.extra) text += inner + "\"" + line + "\"";
    if (module.forward) text += inner + dump(*module.forward);
    for (const Tensor& tensor : module.tensors) text += inner + dump(tensor);
    for (const Module& child : module.children) text += inner + dump(child, indent + 2);
    return text;
}

/// Everything of a model but its source positions.
inline std::string dump(const Model& model) {
    std::string text;
    for (const std::string& note : model.notes) text += "# " + note + "\n";
    for (const Variable& variable : model.variables) {
        text += variable.name + " = " + print(variable.value, Notation::Plain) +
                (variable.comment.empty() ? "" : " # " + variable.comment) + "\n";
    }
    for (const Input& input : model.inputs) text += "input " + dump(input.shape) + "\n";
    if (model.dtype != "float32") text += "dtype " + model.dtype + "\n";
    for (const Tie& tie : model.ties) text += "tie " + tie.tied + " = " + tie.source + "\n";
    for (const Freeze& freeze : model.frozen) text += "freeze " + freeze.path + "\n";
    return text + dump(model.root);
}

/// One line for each diagnostic: `line:column severity: id(arguments)`.
inline std::string listed(const Diagnostics& diagnostics, std::string_view text) {
    std::string list;
    for (const Diagnostic& diagnostic : diagnostics) {
        const Position position = position_at(text, diagnostic.span.begin);
        list += std::to_string(position.line) + ":" + std::to_string(position.column) + " " +
                std::string(to_string(diagnostic.severity)) + ": " +
                testing_support::describe(diagnostic.message) + "\n";
    }
    return list;
}

/// Reads a text that must be without errors and warnings.
inline Model read_clean(std::string_view text) {
    Diagnostics diagnostics;
    Model model = read_model_text(text, &diagnostics);
    for (const Diagnostic& diagnostic : diagnostics) {
        EXPECT_EQ(diagnostic.severity, Severity::Note) << listed(diagnostics, text) << "in\n" << text;
    }
    return model;
}

/// The tree of a text that must be without errors and warnings.
inline std::string tree(std::string_view text) {
    return dump(read_clean(text).root);
}

/// The diagnostics of a text.
inline std::string diagnostics_of(std::string_view text) {
    Diagnostics diagnostics;
    read_model_text(text, &diagnostics);
    return listed(diagnostics, text);
}

/// The part of `text` a span covers.
inline std::string covered(std::string_view text, Span span) {
    return std::string(text.substr(span.begin, span.end - span.begin));
}

}  // namespace paramscope
