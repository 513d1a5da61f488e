// Evaluates truth: not, and, or, comparisons in chains, conditional expressions.

#include "base/ranges.h"
#include "open/python/effects/effects.h"
#include "open/python/run/rules.h"
#include "open/python/state/evaluator.h"
#include "open/python/state/interpreter.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {

Value not_operator(Evaluator& e, const Node& node) {
    const Node* operand = node.child(Field::Argument);
    if (operand == nullptr) return e.unknown(message("python.unknown_syntax", {{"kind", node.name}}));
    const Value value = evaluate(e, *operand);
    if (e.is_interrupted()) return value;
    const Truth known_truth = truth(e, value);
    if (e.is_interrupted()) return value;
    if (known_truth == Truth::Unknown) return value;
    Value result = Value::of(known_truth == Truth::False);
    if (value.is_number() || value.is(Type::Str)) result.formula = e.decisions.derived(value.formula);
    return result;
}

/// True for an expression of whose value nothing is made: `debug and layers.append(3)`.
static bool is_statement(const Node& node) {
    return node.parent != nullptr && node.parent->kind == Kind::ExpressionStatement;
}

/// Makes unknown the names that an expression binds which may not be evaluated: `size` in `(size := 3)`.
static void forget_names(Evaluator& e, const Node& expression, const Value& reason) {
    for (const Change& change : changes_of(expression)) {
        if (change.binds()) bind_name(e, change.node->text, reason);
    }
}

Value boolean_operator(Evaluator& e, const Node& node) {
    const Node *left = node.child(Field::Left), *right = node.child(Field::Right),
               *symbol = node.child(Field::Operator);
    if (left == nullptr || right == nullptr || symbol == nullptr)
        return e.unknown(message("python.unknown_syntax", {{"kind", node.name}}));
    const Value a = evaluate(e, *left);
    if (e.is_interrupted()) return a;
    const Truth first = decide(e, a);
    if (e.is_interrupted()) return a;
    const bool is_or = symbol->text == "or";
    if (first == Truth::Unknown && is_statement(node)) {
        forget_body(e, *right, a);
        return a;
    }
    if (first == Truth::Unknown) {
        // `unknown and False` is false whatever the unknown is.
        const Value b = evaluate(e, *right);
        if (e.is_interrupted()) return b;
        forget_names(e, *right, a);
        const Truth second = truth(e, b);
        const bool is_settled = second == (is_or ? Truth::True : Truth::False) && b.is(Type::Bool);
        return is_settled ? b : a;
    }
    return (first == Truth::True) == is_or ? a : evaluate(e, *right);
}

Value comparison(Evaluator& e, const Node& node) {
    const Node* previous = nullptr;
    std::string_view symbol;
    Value left, result = Value::of(true);
    const Polynomial* decided = nullptr;
    for (const Node* child : node.children) {
        if (child->kind == Kind::Token || child->field == Field::Operators) {
            symbol = child->text;
            continue;
        }
        const Value value = evaluate(e, *child);
        if (e.is_interrupted()) return value;
        if (previous != nullptr) {
            result = compare(e, symbol, left, value);
            if (e.is_interrupted() || result.is_unknown()) return result;
            decided = e.decisions.derived(decided, result.formula);
            if (truth(e, result) == Truth::False) break;
        }
        previous = child;
        left = value;
    }
    if (result.is(Type::Bool)) result.formula = decided;
    return result;
}

namespace {

/// True for `module.training` and `not module.training`.
bool asks_for_training(const Node& condition) {
    if (const Node* operand = condition.child(Field::Argument)) return asks_for_training(*operand);
    const Node* name = condition.child(Field::Attribute);
    return name != nullptr && name->text == "training";
}

/// What training drops, where a forward pass drops nothing: `0.0 if not self.training else self.dropout`.
std::optional<Value> share_in_training(Evaluator& e, const Node& conditional, const Node& chosen) {
    if (e.tracer == nullptr || !asks_for_training(*conditional.children[1])) return std::nullopt;
    if (chosen.kind != Kind::Float || chosen.text != "0.0") return std::nullopt;
    const Node& other =
        &chosen == conditional.children[0] ? *conditional.children[2] : *conditional.children[0];
    const Value share = evaluate(e, other);
    const bool is_share = share.is_number() && share.number() >= 0 && share.number() < 1;
    return is_share ? std::optional(share) : std::nullopt;
}

}  // namespace

Value conditional(Evaluator& e, const Node& node) {
    if (node.children.size() < 3) return e.unknown(message("python.unknown_syntax", {{"kind", node.name}}));
    const Value condition = evaluate(e, *node.children[1]);
    if (e.is_interrupted()) return condition;
    Truth known_truth = decide(e, condition);
    if (e.is_interrupted()) return condition;
    const bool is_same = node.children[0]->text == node.children[2]->text;
    if (known_truth == Truth::Unknown && is_same) known_truth = Truth::True;
    if (known_truth == Truth::Unknown) {
        // Which of two fractions it is changes no shape: `1e-5 if x.dtype == torch.float32 else 1e-3`.
        const bool is_fraction =
            node.children[0]->kind == Kind::Float && node.children[2]->kind == Kind::Float;
        if (e.tracer != nullptr && is_fraction) return tensor(e, {});
        if (e.tracer != nullptr) known_truth = e.tracer->choose_branch(node);
    }
    if (known_truth == Truth::Unknown) {
        const Value result = e.unknown(condition.is_unknown() ? condition.as<Unknown>().reason
                                                              : message("python.unknown_sizes"));
        if (e.tracer != nullptr) e.tracer->mark_unknown(result);
        for (const Node* branch : {node.children[0], node.children[2]}) {
            if (is_statement(node)) forget_body(e, *branch, result);
            forget_names(e, *branch, result);
        }
        return result;
    }
    const Node& chosen = *node.children[known_truth == Truth::True ? 0 : 2];
    if (const std::optional<Value> share = share_in_training(e, node, chosen)) return *share;
    return evaluate(e, chosen);
}

Truth decide(Evaluator& e, const Value& value) {
    // Sizes are one or more: a sum of positive terms is not zero.
    const bool is_certain =
        value.is(Type::Int) && value.formula != nullptr && Decisions::is_plain(*value.formula) &&
        value.integer > 0 &&
        all_of(value.formula->terms(), [](const Term& term) { return term.coefficient.numerator() > 0; });
    if (!is_certain) e.decisions.decide_by(value);
    return truth(e, value);
}

}  // namespace paramscope::open::python
