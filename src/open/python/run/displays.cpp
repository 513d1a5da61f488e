// Evaluates displays of lists, tuples, sets and dicts.
#include "base/concat.h"
#include "open/python/run/rules.h"
#include "open/python/state/evaluator.h"
#include "open/python/state/interpreter.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {

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
            if (!more.is(Type::Dict)) {
                if (more.is_unknown()) return more;
                return e.raise("TypeError", concat("'", type_name(more), "' object is not a mapping"));
            }
            for (const Dict::Entry& entry : more.as<Dict>().entries) {
                if (!entry.is_removed) set_item(e, result, entry.key, entry.value);
            }
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
