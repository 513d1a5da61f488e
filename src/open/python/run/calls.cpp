// Evaluates calls and their arguments.
#include <utility>

#include "open/python/run/evaluator.h"

namespace paramscope::open::python {

/// Runs the generators among the arguments of a function of ours, which looks at their items; an unknown item
/// makes the argument unknown. False when interrupted.
bool Evaluator::run_generators(python::Arguments& arguments) {
    const auto run = [&](Value& value) {
        if (!value.is(Type::List) || value.as<Sequence>().generator == nullptr) return;
        Value reason;
        if (!run_generator(value.as<Sequence>(), true, &reason)) value = reason;
    };
    for (Value& each : arguments.positional) run(each);
    for (auto& [name, each] : arguments.named) run(each);
    return !is_interrupted();
}

/// Evaluates the arguments of a call; false when interrupted.
bool Evaluator::add_arguments(const Node& node, python::Arguments* arguments) {
    if (node.kind == Kind::GeneratorExpression) {
        arguments->positional.push_back(evaluate(node));
        return !is_interrupted();
    }
    for (const Node* child : node.children) {
        switch (child->kind) {
            case Kind::Token:
                break;
            case Kind::KeywordArgument: {
                const Node* name = child->child(Field::Name);
                const Node* value = child->child(Field::Value);
                if (name == nullptr || value == nullptr) break;
                Value given = evaluate(*value);
                if (is_named_argument(node)) given = hyper_parameter(name->text, given);
                arguments->named.emplace_back(std::string(name->text), given);
                break;
            }
            case Kind::ListSplat: {
                const Value value = evaluate(*child->children.at(0));
                if (is_interrupted()) return false;
                Value reason;
                const Polynomial* length = nullptr;
                const auto items = iterate(value, &reason, &length);
                if (is_interrupted()) return false;
                if (!items) arguments->is_complete = false;
                // With `f(*items)` the number of arguments keeps the list's formula; otherwise it is fixed
                // here.
                arguments->length = node.children.size() == 1 ? length : nullptr;
                if (arguments->length == nullptr) decide_by(length);
                if (items)
                    arguments->positional.insert(arguments->positional.end(), items->begin(), items->end());
                break;
            }
            case Kind::DictionarySplat: {
                const Value value = evaluate(*child->children.at(0));
                if (is_interrupted()) return false;
                if (!value.is(Type::Dict)) {
                    arguments->is_complete = false;
                    break;
                }
                for (const Dict::Entry& entry : value.as<Dict>().entries) {
                    if (!entry.is_removed && entry.key.is(Type::Str))
                        arguments->named.emplace_back(entry.key.str(), entry.value);
                }
                break;
            }
            default:
                arguments->positional.push_back(evaluate(*child));
        }
        if (is_interrupted()) return false;
    }
    return true;
}

bool Evaluator::is_named_argument(const Node& arguments) const {
    if (named_below_ == nullptr) return false;
    const char *begin = named_below_->text.data(), *at = arguments.text.data();
    return at >= begin && at < begin + named_below_->text.size();
}

Value Evaluator::call_with(const Node& node, const Value& function) {
    python::Arguments arguments;
    arguments.place = &node;
    if (!add_arguments(*node.child(Field::Arguments), &arguments)) return Value::none();
    return call(function, arguments);
}

/// What decides a sum, such as the number of a model's parameters, decides nothing else.
Value Evaluator::call_sum(const Node& node, const Value& function) {
    std::set<std::string> before = std::exchange(decided_by_, {});
    Value result = call_with(node, function);
    std::set<std::string> inside = std::exchange(decided_by_, std::move(before));
    if (inside.empty()) return result;
    if (result.is_number()) {
        if (result.formula != nullptr) inside.merge(sources(*result.formula));
        result.formula = derived(std::move(inside));
    } else {
        decided_by_.merge(inside);
    }
    return result;
}

Value Evaluator::call_expression(const Node& node) {
    const Node* function_node = node.child(Field::Function);
    const Node* arguments_node = node.child(Field::Arguments);
    if (function_node == nullptr || arguments_node == nullptr)
        return unknown(message("python.unknown_syntax", {{"kind", node.name}}));
    const Value function = evaluate(*function_node);
    if (is_interrupted()) return function;
    const bool is_sum = function.is(Type::Builtin) && function.as<BuiltinObject>().name == "sum";
    return is_sum ? call_sum(node, function) : call_with(node, function);
}

}  // namespace paramscope::open::python
