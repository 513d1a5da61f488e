// Comprehensions of lists, sets and dicts, and generator expressions, which run when their items are taken.
#include <algorithm>
#include <utility>

#include "base/concat.h"
#include "open/python/run/evaluator.h"

namespace paramscope::open::python {

Value Evaluator::list_comprehension(const Node& node) {
    return comprehension(node, Type::List);
}

Value Evaluator::set_comprehension(const Node& node) {
    return comprehension(node, Type::Set);
}

Value Evaluator::dictionary_comprehension(const Node& node) {
    return comprehension(node, Type::Dict);
}

/// Runs the clauses from `clause` on and calls `add` for each item; false when one is unknown or raised.
bool Evaluator::comprehend(const Node& node, std::size_t clause, const std::function<void()>& add,
                           Value* reason, const Polynomial** length) {
    if (clause == node.children.size()) {
        add();
        return !is_interrupted();
    }
    const Node& here = *node.children[clause];
    if (here.kind == Kind::IfClause && !here.children.empty()) {
        const Value condition = evaluate(*here.children[0]);
        if (is_interrupted()) return false;
        const Truth decided = decide(condition);
        if (is_interrupted()) return false;
        if (decided == Truth::Unknown) {
            *reason = condition.is_unknown() ? condition : unknown(message("python.unknown_sizes"));
            return false;
        }
        return decided == Truth::False || comprehend(node, clause + 1, add, reason, nullptr);
    }
    if (here.kind != Kind::ForInClause) return comprehend(node, clause + 1, add, reason, length);
    const Node *left = here.child(Field::Left), *right = here.child(Field::Right);
    if (left == nullptr || right == nullptr) return false;
    const Value iterable = evaluate(*right);
    if (is_interrupted()) return false;
    const auto items = iterate(iterable, reason, length);
    if (!items) return false;
    for (const Value& item : *items) {
        assign(*left, item);
        if (is_interrupted() || !comprehend(node, clause + 1, add, reason, nullptr)) return false;
    }
    return true;
}

/// The scope of a comprehension's names, inside the current one.
Scope* Evaluator::comprehension_scope() {
    auto* scope = make<Scope>();
    scope->parent = scope_;
    scope->globals = scope_->globals;
    return scope;
}

Value Evaluator::comprehension(const Node& node, Type type) {
    const Node* body = node.child(Field::Body);
    if (body == nullptr || node.children.size() < 2)
        return unknown(message("python.unknown_syntax", {{"kind", node.name}}));
    Scope* before = std::exchange(scope_, comprehension_scope());
    std::vector<Value> items;
    Value collected = type == Type::List ? Value::none() : dict();
    const auto add = [&] {
        if (!count_items(1)) return;
        if (type == Type::List) {
            items.push_back(evaluate(*body));
            return;
        }
        const bool is_pair = body->kind == Kind::Pair;
        const Value key = evaluate(is_pair ? *body->child(Field::Key) : *body);
        if (is_interrupted()) return;
        const Value value = is_pair ? evaluate(*body->child(Field::Value)) : Value::none();
        if (!is_interrupted()) set_item(collected, key, value);
    };
    // Only `[f(i) for i in range(n)]` has as many items as its loop has steps.
    const bool keeps_length = type == Type::List && node.children.size() == 2;
    const Polynomial* length = nullptr;
    Value reason;
    // A class's names are visible in the first iterable only, which is close enough to always.
    const bool is_done = comprehend(node, 1, add, &reason, keeps_length ? &length : nullptr);
    scope_ = before;
    if (!is_done) return is_interrupted() ? Value::none() : reason;
    if (type == Type::List) return list(std::move(items), length);
    collected.type = type;
    return collected;
}

Value Evaluator::generator_expression(const Node& node) {
    const Node* clause = node.children.size() > 1 ? node.children[1] : nullptr;
    const Node* left = clause != nullptr ? clause->child(Field::Left) : nullptr;
    const Node* right = clause != nullptr ? clause->child(Field::Right) : nullptr;
    if (node.child(Field::Body) == nullptr || left == nullptr || right == nullptr)
        return unknown(message("python.unknown_syntax", {{"kind", node.name}}));
    const Value iterable = evaluate(*right);
    if (is_interrupted()) return Value::none();
    Value reason;
    const Polynomial* length = nullptr;
    auto items = iterate(iterable, &reason, node.children.size() == 2 ? &length : nullptr);
    if (!items) return is_interrupted() ? Value::none() : reason;
    const Value made = iterator({}, length);
    std::reverse(items->begin(), items->end());
    made.as<Sequence>().generator =
        std::make_unique<Generator>(Generator{&node, comprehension_scope(), std::move(*items)});
    return made;
}

bool Evaluator::run_generator(Sequence& sequence, bool to_its_end, Value* reason) {
    while (sequence.generator != nullptr && (to_its_end || sequence.items.empty())) {
        Generator& generator = *sequence.generator;
        if (generator.left.empty()) {
            sequence.generator.reset();
            return true;
        }
        const Node& node = *generator.expression;
        const Value item = generator.left.back();
        generator.left.pop_back();
        Scope* before = std::exchange(scope_, generator.scope);
        const auto add = [&] {
            if (count_items(1)) sequence.items.push_back(evaluate(*node.child(Field::Body)));
        };
        assign(*node.children[1]->child(Field::Left), item);
        const bool is_done = !is_interrupted() && comprehend(node, 2, add, reason, nullptr);
        scope_ = before;
        if (!is_done) return false;
    }
    return true;
}

}  // namespace paramscope::open::python
