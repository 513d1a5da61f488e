// Evaluates calls and their arguments.
#include <utility>

#include "open/python/run/rules.h"
#include "open/python/state/evaluator.h"
#include "open/python/state/interpreter.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {

bool run_generators(Evaluator& e, python::Arguments& arguments) {
    const auto run = [&](Value& value) {
        if (!value.is(Type::List) || value.as<Sequence>().generator == nullptr) return;
        Value reason;
        if (!run_generator(e, value.as<Sequence>(), true, &reason)) value = reason;
    };
    for (Value& each : arguments.positional) run(each);
    for (auto& [name, each] : arguments.named) run(each);
    return !e.is_interrupted();
}

static bool is_named_argument(Evaluator& e, const Node& arguments) {
    if (e.decisions.named_below == nullptr) return false;
    const char *begin = e.decisions.named_below->text.data(), *at = arguments.text.data();
    return at >= begin && at < begin + e.decisions.named_below->text.size();
}

/// Adds the arguments of `**value`; false where the value is no mapping.
static void add_named(Evaluator& e, const Value& value, python::Arguments* arguments) {
    const auto entries = mapped(e, value);
    for (const auto& [name, given] : entries.value_or(std::vector<std::pair<Value, Value>>())) {
        if (name.is(Type::Str)) arguments->named.emplace_back(name.str(), given);
    }
    const Value others = value.is(Type::Dict) ? value.as<Dict>().default_factory : value;
    if (entries && !others.is_unknown()) return;
    arguments->is_complete = false;
    arguments->missing = others;
}

/// Evaluates the arguments of a call; false when interrupted.
static bool add_arguments(Evaluator& e, const Node& node, python::Arguments* arguments) {
    if (node.kind == Kind::GeneratorExpression) {
        arguments->positional.push_back(evaluate(e, node));
        return !e.is_interrupted();
    }
    for (const Node* child : node.children) {
        switch (child->kind) {
            case Kind::Token:
                break;
            case Kind::KeywordArgument: {
                const Node* name = child->child(Field::Name);
                const Node* value = child->child(Field::Value);
                if (name == nullptr || value == nullptr) break;
                Value given = evaluate(e, *value);
                if (is_named_argument(e, node)) given = e.decisions.hyper_parameter(name->text, given);
                arguments->named.emplace_back(std::string(name->text), given);
                break;
            }
            case Kind::ListSplat: {
                const Value value = evaluate(e, *child->children.at(0));
                if (e.is_interrupted()) return false;
                Value reason;
                const Polynomial* length = nullptr;
                const auto items = iterate(e, value, &reason, &length);
                if (e.is_interrupted()) return false;
                if (!items) {
                    arguments->is_complete = false;
                    arguments->missing = reason;
                }
                // With `f(*items)` the number of arguments keeps the list's formula; otherwise it is fixed
                // here.
                arguments->length = node.children.size() == 1 ? length : nullptr;
                if (arguments->length == nullptr) e.decisions.decide_by(length);
                if (items)
                    arguments->positional.insert(arguments->positional.end(), items->begin(), items->end());
                break;
            }
            case Kind::DictionarySplat: {
                const Value value = evaluate(e, *child->children.at(0));
                if (e.is_interrupted()) return false;
                add_named(e, value, arguments);
                if (e.is_interrupted()) return false;
                break;
            }
            default:
                arguments->positional.push_back(evaluate(e, *child));
        }
        if (e.is_interrupted()) return false;
    }
    return true;
}

static Value call_with(Evaluator& e, const Node& node, const Value& function) {
    python::Arguments arguments;
    arguments.place = &node;
    if (!add_arguments(e, *node.child(Field::Arguments), &arguments)) return Value::none();
    return call(e, function, arguments);
}

/// What decides a sum, such as the number of a model's parameters, decides nothing else.
static Value call_sum(Evaluator& e, const Node& node, const Value& function) {
    std::set<std::string> before = e.decisions.begin_part();
    Value result = call_with(e, node, function);
    std::set<std::string> inside = e.decisions.begin_part();
    e.decisions.set_decided_by(std::move(before));
    if (inside.empty()) return result;
    if (result.is_number()) {
        if (result.formula != nullptr) inside.merge(e.decisions.sources(*result.formula));
        result.formula = e.decisions.derived(std::move(inside));
    } else {
        e.decisions.merge_decided_by(inside);
    }
    return result;
}

Value call_expression(Evaluator& e, const Node& node) {
    const Node* function_node = node.child(Field::Function);
    const Node* arguments_node = node.child(Field::Arguments);
    if (function_node == nullptr || arguments_node == nullptr)
        return e.unknown(message("python.unknown_syntax", {{"kind", node.name}}));
    const Value function = evaluate(e, *function_node);
    if (e.is_interrupted()) return function;
    const bool is_sum = function.is(Type::Builtin) && function.as<BuiltinObject>().name == "sum";
    return is_sum ? call_sum(e, node, function) : call_with(e, node, function);
}

}  // namespace paramscope::open::python
