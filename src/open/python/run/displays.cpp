// Displays and comprehensions of lists, sets and dicts, and generator expressions, which run when their items
// are taken.
#include <algorithm>
#include <utility>

#include "base/concat.h"
#include "base/ranges.h"
#include "open/python/effects/effects.h"
#include "open/python/effects/words.h"
#include "open/python/run/rules.h"
#include "open/python/state/evaluator.h"
#include "open/python/state/interpreter.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {

/// Runs the clauses from `clause` on and calls `add` for each item; false when one is unknown or raised.
static bool comprehend(Evaluator& e, const Node& node, std::size_t clause, const std::function<void()>& add,
                       Value* reason, const Polynomial** length) {
    if (clause == node.children.size()) {
        add();
        return !e.is_interrupted();
    }
    const Node& here = *node.children[clause];
    if (here.kind == Kind::IfClause && !here.children.empty()) {
        const Value condition = evaluate(e, *here.children[0]);
        if (e.is_interrupted()) return false;
        const Truth decided = decide(e, condition);
        if (e.is_interrupted()) return false;
        if (decided == Truth::Unknown) {
            *reason = condition.is_unknown() ? condition : e.unknown(message("python.unknown_sizes"));
            return false;
        }
        return decided == Truth::False || comprehend(e, node, clause + 1, add, reason, nullptr);
    }
    if (here.kind != Kind::ForInClause) return comprehend(e, node, clause + 1, add, reason, length);
    const Node *left = here.child(Field::Left), *right = here.child(Field::Right);
    if (left == nullptr || right == nullptr) return false;
    const Value iterable = evaluate(e, *right);
    if (e.is_interrupted()) return false;
    const auto items = iterate(e, iterable, reason, length);
    if (!items) return false;
    for (const Value& item : *items) {
        assign(e, *left, item);
        if (e.is_interrupted() || !comprehend(e, node, clause + 1, add, reason, nullptr)) return false;
    }
    return true;
}

/// The scope of a comprehension's names, inside the current one.
static Scope* comprehension_scope(Evaluator& e) {
    auto* scope = e.make<Scope>();
    scope->parent = e.frames.scope;
    scope->globals = e.frames.scope->globals;
    return scope;
}

/// Makes unknown what the body of a comprehension may change, which is not evaluated for all items. In a
/// forward pass calls may do work.
static void forget_items(Evaluator& e, const Node& body, const Value& reason) {
    const bool may_work = any_of(changes_of(body), [](const Change& change) {
        return change.does == Does::Calls && !contains(kNumberMakers, change.node->text);
    });
    if (e.tracer == nullptr || may_work) forget_body(e, body, reason);
}

static Value comprehension(Evaluator& e, const Node& node, Type type) {
    const Node* body = node.child(Field::Body);
    if (body == nullptr || node.children.size() < 2)
        return e.unknown(message("python.unknown_syntax", {{"kind", node.name}}));
    Scope* before = std::exchange(e.frames.scope, comprehension_scope(e));
    std::vector<Value> items;
    Value collected = type == Type::List ? Value::none() : e.dict();
    const auto add = [&] {
        if (!e.count_items(1)) return;
        if (type == Type::List) {
            items.push_back(evaluate(e, *body));
            return;
        }
        const bool is_pair = body->kind == Kind::Pair;
        const Value key = evaluate(e, is_pair ? *body->child(Field::Key) : *body);
        if (e.is_interrupted()) return;
        const Value value = is_pair ? evaluate(e, *body->child(Field::Value)) : Value::none();
        if (!e.is_interrupted()) set_item(e, collected, key, value);
    };
    // Only `[f(i) for i in range(n)]` has as many items as its loop has steps.
    const bool keeps_length = type == Type::List && node.children.size() == 2;
    const Polynomial* length = nullptr;
    Value reason;
    // A class's names are visible in the first iterable only, which is close enough to always.
    const bool is_done = comprehend(e, node, 1, add, &reason, keeps_length ? &length : nullptr);
    e.frames.scope = before;
    if (!is_done) {
        if (!e.is_interrupted()) forget_items(e, *body, reason);
        return e.is_interrupted() ? Value::none() : reason;
    }
    if (type == Type::List) return e.list(std::move(items), length);
    collected.type = type;
    return collected;
}

Value list_comprehension(Evaluator& e, const Node& node) {
    return comprehension(e, node, Type::List);
}

Value set_comprehension(Evaluator& e, const Node& node) {
    return comprehension(e, node, Type::Set);
}

Value dictionary_comprehension(Evaluator& e, const Node& node) {
    return comprehension(e, node, Type::Dict);
}

Value generator_expression(Evaluator& e, const Node& node) {
    const Node* clause = node.children.size() > 1 ? node.children[1] : nullptr;
    const Node* left = clause != nullptr ? clause->child(Field::Left) : nullptr;
    const Node* right = clause != nullptr ? clause->child(Field::Right) : nullptr;
    if (node.child(Field::Body) == nullptr || left == nullptr || right == nullptr)
        return e.unknown(message("python.unknown_syntax", {{"kind", node.name}}));
    const Value iterable = evaluate(e, *right);
    if (e.is_interrupted()) return Value::none();
    Value reason;
    const Polynomial* length = nullptr;
    auto items = iterate(e, iterable, &reason, node.children.size() == 2 ? &length : nullptr);
    if (!items) {
        if (!e.is_interrupted()) forget_items(e, *node.child(Field::Body), reason);
        return e.is_interrupted() ? Value::none() : reason;
    }
    const Value made = iterator(e, {}, length);
    std::reverse(items->begin(), items->end());
    made.as<Sequence>().generator = std::make_unique<Generator>(
        Generator{.expression = &node, .scope = comprehension_scope(e), .left = std::move(*items)});
    return made;
}

bool run_expression(Evaluator& e, Sequence& sequence, Value* reason) {
    Generator& generator = *sequence.generator;
    if (generator.left.empty()) {
        sequence.generator.reset();
        return true;
    }
    const Node& node = *generator.expression;
    const Value item = generator.left.back();
    generator.left.pop_back();
    Scope* before = std::exchange(e.frames.scope, generator.scope);
    const auto add = [&] {
        if (e.count_items(1)) sequence.items.push_back(evaluate(e, *node.child(Field::Body)));
    };
    assign(e, *node.children[1]->child(Field::Left), item);
    const bool is_done = !e.is_interrupted() && comprehend(e, node, 2, add, reason, nullptr);
    e.frames.scope = before;
    return is_done;
}

// Displays.

namespace {

/// True for `*x`. At the beginning of a display the grammar reads `*f(x).y` as `(*f)(x).y`.
bool is_splat(const Node& node) {
    const Node* at = &node;
    while (at != nullptr && at->kind != Kind::ListSplat && at->kind != Kind::ListSplatPattern) {
        at = at->kind == Kind::Call        ? at->child(Field::Function)
             : at->kind == Kind::Attribute ? at->child(Field::Object)
             : at->kind == Kind::Subscript ? at->child(Field::Value)
                                           : nullptr;
    }
    return at != nullptr;
}

}  // namespace

/// Appends the values of a display's items, those of `*x` included; false when one is unknown or raised.
static bool add_items(Evaluator& e, const Node& node, std::vector<Value>* items, Value* reason) {
    for (const Node* child : node.children) {
        if (child->kind == Kind::Token) continue;
        const Value value = evaluate(e, *child);
        if (e.is_interrupted()) return false;
        if (!is_splat(*child)) {
            items->push_back(value);
            continue;
        }
        const auto more = iterate(e, value, reason);
        if (!more) return false;
        items->insert(items->end(), more->begin(), more->end());
    }
    return true;
}

std::optional<std::vector<std::pair<Value, Value>>> mapped(Evaluator& e, const Value& mapping) {
    std::vector<std::pair<Value, Value>> entries;
    if (mapping.is(Type::Dict)) {
        for (const Dict::Entry& entry : mapping.as<Dict>().entries) {
            if (!entry.is_removed) entries.emplace_back(entry.key, entry.value);
        }
        return entries;
    }
    const bool is_mapping = mapping.is(Type::Instance) && mapping.instance().cls->find("keys") != nullptr &&
                            mapping.instance().cls->find("__getitem__") != nullptr;
    if (!is_mapping) return std::nullopt;
    Value reason;
    const auto keys = iterate(e, call_method(e, mapping, "keys"), &reason);
    if (!keys) return std::nullopt;
    for (const Value& key : *keys) entries.emplace_back(key, call_method(e, mapping, "__getitem__", {key}));
    return entries;
}

Value sequence(Evaluator& e, const Node& node) {
    std::vector<Value> items;
    Value reason;
    if (!add_items(e, node, &items, &reason)) return reason;
    return node.kind == Kind::List ? e.list(std::move(items)) : e.tuple(std::move(items));
}

Value set_display(Evaluator& e, const Node& node) {
    std::vector<Value> items;
    Value reason;
    if (!add_items(e, node, &items, &reason)) return reason;
    Value set = e.dict();
    set.type = Type::Set;
    if (!e.count_items(items.size() * kItemsOfEntry)) return Value::none();
    for (const Value& each : items) {
        const std::optional<std::string> key = key_of(each);
        if (!key) {
            if (each.is_unknown()) return each;
            return e.raise("TypeError", concat("unhashable type: '", type_name(each), "'"));
        }
        set.as<Dict>().set(*key, each, Value::none());
    }
    return set;
}

Value dictionary(Evaluator& e, const Node& node) {
    const Value result = e.dict();
    for (const Node* child : node.children) {
        if (child->kind == Kind::DictionarySplat) {
            const Value more = evaluate(e, *child->children.at(0));
            if (e.is_interrupted()) return result;
            const auto entries = mapped(e, more);
            if (e.is_interrupted() || more.is_unknown()) return more;
            if (!entries)
                return e.raise("TypeError", concat("'", type_name(more), "' object is not a mapping"));
            for (const auto& [key, value] : *entries) set_item(e, result, key, value);
            const bool has_others = more.is(Type::Dict) && more.as<Dict>().default_factory.is_unknown();
            if (has_others) result.as<Dict>().default_factory = more.as<Dict>().default_factory;
        } else if (child->kind == Kind::Pair) {
            const Node* key_node = child->child(Field::Key);
            const Node* value_node = child->child(Field::Value);
            if (key_node == nullptr || value_node == nullptr) continue;
            const Value key = evaluate(e, *key_node);
            if (e.is_interrupted()) return result;
            const Value value = evaluate(e, *value_node);
            if (e.is_interrupted()) return result;
            if (key.is_unknown()) return key;
            set_item(e, result, key, value);
        }
        if (e.is_interrupted()) return result;
    }
    return result;
}

}  // namespace paramscope::open::python
