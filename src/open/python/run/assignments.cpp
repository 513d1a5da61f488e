// Assigns values to names, attributes, items and patterns, and deletes them.
#include <algorithm>

#include "base/concat.h"
#include "open/python/imports/imports.h"
#include "open/python/run/rules.h"
#include "open/python/state/evaluator.h"
#include "open/python/state/interpreter.h"
#include "open/python/syntax/source_files.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {

static void note_replaced(Evaluator& e, std::string_view name) {
    const auto before = e.globals->names.find(name);
    if (before == e.globals->names.end() || !before->second.is(Type::Instance)) return;
    InstanceObject& instance = before->second.instance();
    if (instance.module != nullptr && !instance.module->doubts.empty())
        e.findings.replaced_modules.emplace_back(name, &instance);
}

void bind_name(Evaluator& e, std::string_view name, const Value& value) {
    Scope* scope = e.frames.scope;
    if (scope->info != nullptr) {
        const auto found = scope->info->names.find(name);
        if (found != scope->info->names.end() && found->second == 'g') {
            scope = scope->globals;
        } else if (found != scope->info->names.end() && found->second == 'n') {
            for (scope = scope->parent; scope != nullptr && scope->parent != nullptr; scope = scope->parent) {
                if (!scope->is_class && scope->names.contains(name)) break;
            }
            if (scope == nullptr) scope = e.frames.scope;
        }
    }
    if (scope == e.globals && value.is_unknown()) note_replaced(e, name);
    scope->names.insert_or_assign(name, value);
    if (value.is(Type::Dict) && value.as<Dict>().file == nullptr && scope->globals == scope &&
        e.imports.files != nullptr)
        value.as<Dict>().file = e.imports.files->file_at(e.place().begin);
    if (e.tracer != nullptr) e.tracer->name(name, value);
}

static void unpack(Evaluator& e, const Node&, const std::vector<const Node*>& targets, const Value& value) {
    const auto is_starred = [](const Node* node) {
        return node->kind == Kind::ListSplatPattern || node->kind == Kind::ListSplat;
    };
    Value reason = value;
    const auto items = iterate(e, value, &reason);
    if (e.is_interrupted()) return;
    if (!items) {
        if (e.tracer != nullptr) e.tracer->note_rank(value, targets.size());
        for (const Node* target : targets)
            assign(e, is_starred(target) ? *target->children.at(0) : *target, reason);
        return;
    }
    const auto star = std::find_if(targets.begin(), targets.end(), is_starred);
    const std::size_t count = targets.size();
    const std::size_t needed = star == targets.end() ? count : count - 1;
    if (items->size() < needed) {
        e.raise("ValueError",
                concat("not enough values to unpack (expected ", star == targets.end() ? "" : "at least ",
                       needed, ", got ", items->size(), ")"));
        return;
    }
    if (star == targets.end() && items->size() > count) {
        e.raise("ValueError", concat("too many values to unpack (expected ", count, ")"));
        return;
    }
    std::size_t at = 0;
    for (const Node* target : targets) {
        if (is_starred(target)) {
            const std::size_t taken = items->size() - needed;
            const auto begin = items->begin() + static_cast<std::ptrdiff_t>(at);
            assign(e, *target->children.at(0), e.list({begin, begin + static_cast<std::ptrdiff_t>(taken)}));
            at += taken;
        } else {
            assign(e, *target, (*items)[at++]);
        }
        if (e.is_interrupted()) return;
    }
}

/// True for one target in brackets without a comma, `(x)`, which is no tuple.
static bool is_in_brackets(const Node& pattern) {
    return pattern.children.size() == 1 && pattern.children[0]->kind != Kind::ListSplatPattern &&
           pattern.text.find(',') == std::string_view::npos;
}

void assign(Evaluator& e, const Node& target, const Value& value) {
    switch (target.kind) {
        case Kind::Identifier:
            bind_name(e, target.text, value);
            return;
        case Kind::Attribute: {
            const Node *object = target.child(Field::Object), *name = target.child(Field::Attribute);
            if (object == nullptr || name == nullptr) return;
            const Value owner = evaluate(e, *object);
            if (!e.is_interrupted()) set_attribute(e, owner, private_name(*name), value);
            return;
        }
        case Kind::Subscript: {
            const Node* object = target.child(Field::Value);
            const std::vector<const Node*> subscripts = target.all(Field::Subscript);
            if (object == nullptr || subscripts.empty()) return;
            const Value container = evaluate(e, *object);
            if (e.is_interrupted()) return;
            std::vector<Value> keys;
            for (const Node* each : subscripts) keys.push_back(evaluate(e, *each));
            if (!e.is_interrupted())
                set_item(e, container, keys.size() == 1 ? keys[0] : e.tuple(keys), value);
            return;
        }
        case Kind::TuplePattern:
            if (is_in_brackets(target)) return assign(e, *target.children[0], value);
            unpack(e, target, target.children, value);
            return;
        case Kind::PatternList:
        case Kind::ListPattern:
        case Kind::ExpressionList:
        case Kind::Tuple:
        case Kind::List:
            unpack(e, target, target.children, value);
            return;
        case Kind::ParenthesizedExpression:
        case Kind::AsPatternTarget:
            if (!target.children.empty()) assign(e, *target.children[0], value);
            return;
        default:
            return;
    }
}

/// The number that is given from outside for a name whose value is unknown; else why it is unknown, and,
/// where it is a number for certain, how to give it.
static Value given_number(Evaluator& e, const Node& target, const Node& written, const Value& value) {
    const Value given = e.decisions.hyper_parameter(target.text, value);
    const Node* function = written.kind == Kind::Call ? written.child(Field::Function) : nullptr;
    const bool is_number = function != nullptr && (function->text == "len" || function->text == "int");
    if (!given.is_unknown() || !is_number) return given;
    const Value unknown = e.unknown(
        message("python.number_to_set", {{"name", target.text}, {"reason", value.as<Unknown>().reason}}));
    unknown.as<Unknown>().span = value.as<Unknown>().span;
    unknown.as<Unknown>().is_data = true;
    return unknown;
}

/// Makes hyper-parameters of the numbers in `n_embd = 384` and `n_embd, n_head = 384, 6`.
static Value name_numbers(Evaluator& e, const Node& target, const Node& written, const Value& value) {
    const bool is_number = written.kind == Kind::Integer || written.kind == Kind::BinaryOperator;
    if (target.kind == Kind::Identifier && value.is_unknown()) return given_number(e, target, written, value);
    if (target.kind == Kind::Identifier)
        return is_number ? e.decisions.hyper_parameter(target.text, value) : value;
    const std::size_t count = target.children.size();
    if (target.kind != Kind::PatternList || written.kind != Kind::ExpressionList || !value.is(Type::Tuple) ||
        count != written.children.size() || count != value.items().size())
        return value;
    std::vector<Value> items;
    for (std::size_t i = 0; i < count; ++i)
        items.push_back(name_numbers(e, *target.children[i], *written.children[i], value.items()[i]));
    return e.tuple(std::move(items));
}

void assignment(Evaluator& e, const Node& node) {
    const Node *left = node.child(Field::Left), *right = node.child(Field::Right);
    if (left == nullptr || right == nullptr) {
        // `name: int` without a value: noted for dataclasses by make_class().
        return;
    }
    Value value;
    if (right->kind == Kind::Assignment) {
        execute(e, *right);
        if (e.is_interrupted()) return;
        const Node* inner = right;
        while (inner->kind == Kind::Assignment) inner = inner->child(Field::Left);
        value = evaluate(e, *inner);
    } else {
        value = evaluate(e, *right);
    }
    if (e.is_interrupted()) return;
    if (e.frames.scope == e.frames.scope->globals && is_of_source(e, node))
        value = name_numbers(e, *left, *right, value);
    assign(e, *left, value);
}

void augmented_assignment(Evaluator& e, const Node& node) {
    const Node *left = node.child(Field::Left), *right = node.child(Field::Right),
               *symbol = node.child(Field::Operator);
    if (left == nullptr || right == nullptr || symbol == nullptr) return;
    const Value old = evaluate(e, *left);
    if (e.is_interrupted()) return;
    const Value by = evaluate(e, *right);
    if (e.is_interrupted()) return;
    const std::string_view plain = symbol->text.substr(0, symbol->text.size() - 1);
    if (old.is(Type::List) && plain == "+") {
        Value reason;
        const Polynomial* length = nullptr;
        const auto items = iterate(e, by, &reason, &length);
        if (e.is_interrupted()) return;
        if (!items) return assign(e, *left, reason);
        if (!e.count_items(items->size())) return;
        Sequence& list = old.as<Sequence>();
        if (length != nullptr || list.length != nullptr) {
            e.decisions.decide_by(length);
            e.decisions.decide_by(list.length);
            list.length = nullptr;
        }
        list.items.insert(list.items.end(), items->begin(), items->end());
        return assign(e, *left, old);
    }
    if (old.is(Type::Instance) && plain == "+" && old.instance().cls->find("__iadd__") != nullptr)
        return assign(e, *left, call_method(e, old, "__iadd__", {by}));
    if (old.is(Type::Instance) && plain == "+" && old.instance().module != nullptr &&
        find_module_method(*old.instance().cls, "extend") != nullptr) {
        call_method(e, old, "extend", {by});
        return;
    }
    if (e.tracer != nullptr && plain != "@") e.tracer->expect_expands(by, old);
    if (e.is_interrupted()) return;
    Value value = binary(e, plain, old, by);
    if (e.is_interrupted()) return;
    if (e.tracer != nullptr && plain != "@" && old.is(Type::Tensor)) {
        Arguments given;
        given.positional = {old, value};
        if (const auto placed = e.tracer->call_function("inplace", given)) value = *placed;
    }
    assign(e, *left, value);
}

void delete_statement(Evaluator& e, const Node& node) {
    std::vector<const Node*> targets = node.children;
    if (targets.size() == 1 && targets[0]->kind == Kind::ExpressionList) targets = targets[0]->children;
    for (const Node* target : targets) {
        if (target->kind == Kind::Identifier) {
            if (e.frames.scope->names.erase(target->text) == 0)
                e.raise("NameError", concat("name '", target->text, "' is not defined"));
        } else if (target->kind == Kind::Attribute) {
            const Value object = evaluate(e, *target->child(Field::Object));
            if (!e.is_interrupted())
                delete_attribute(e, object, private_name(*target->child(Field::Attribute)));
        } else if (target->kind == Kind::Subscript) {
            const Value container = evaluate(e, *target->child(Field::Value));
            if (e.is_interrupted()) return;
            const Value key = evaluate(e, *target->child(Field::Subscript));
            if (!e.is_interrupted()) delete_item(e, container, key);
        }
        if (e.is_interrupted()) return;
    }
}

}  // namespace paramscope::open::python
