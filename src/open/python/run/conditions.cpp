// What a condition demands of sizes that the code checks: `assert d % h == 0`, `if d % h: raise`.

#include "base/ranges.h"
#include "open/python/run/rules.h"
#include "open/python/state/evaluator.h"
#include "open/python/state/interpreter.h"

namespace paramscope::open::python {
namespace {

/// Numbers that must be in that relation. Without `right`, the number 0 is meant.
struct Demand {
    Unmet::Kind kind;
    const Node *left, *right;
};

/// True for an expression that computes with names, attributes, items and numbers alone.
bool is_arithmetic(const Node& node) {
    switch (node.kind) {
        case Kind::Identifier:
        case Kind::Integer:
            return true;
        case Kind::Attribute:
        case Kind::Subscript:
        case Kind::BinaryOperator:
        case Kind::ParenthesizedExpression:
            return all_of(node.children,
                          [](const Node* each) { return each->kind == Kind::Token || is_arithmetic(*each); });
        default:
            return false;
    }
}

void add_comparison(const Node& node, bool truth, std::vector<Demand>* demands) {
    if (node.children.size() != 3) return;
    const std::string_view symbol = node.children[1]->text;
    const Node *left = node.children[0], *right = node.children[2];
    if (symbol == (truth ? "==" : "!="))
        demands->push_back({Unmet::Kind::Equal, left, right});
    else if (symbol == (truth ? "<=" : ">"))
        demands->push_back({Unmet::Kind::Most, left, right});
    else if (symbol == (truth ? ">=" : "<"))
        demands->push_back({Unmet::Kind::Least, left, right});
}

/// Adds what must hold so that the condition is `truth`.
void collect_demands(const Node& condition, bool truth, std::vector<Demand>* demands) {
    switch (condition.kind) {
        case Kind::ParenthesizedExpression:
            for (const Node* each : condition.children) {
                if (each->kind != Kind::Token) collect_demands(*each, truth, demands);
            }
            return;
        case Kind::NotOperator:
            if (const Node* operand = condition.child(Field::Argument))
                collect_demands(*operand, !truth, demands);
            return;
        case Kind::BooleanOperator: {
            const Node* symbol = condition.child(Field::Operator);
            const bool binds_both = symbol != nullptr && symbol->text == (truth ? "and" : "or");
            for (const Field side : {Field::Left, Field::Right}) {
                const Node* operand = condition.child(side);
                if (binds_both && operand != nullptr) collect_demands(*operand, truth, demands);
            }
            return;
        }
        case Kind::ComparisonOperator:
            return add_comparison(condition, truth, demands);
        case Kind::BinaryOperator:
            if (!truth) demands->push_back({Unmet::Kind::Equal, &condition, nullptr});  // if d % h: raise
            return;
        default:
            return;
    }
}

/// The whole number that an expression gives; nullopt for another value.
std::optional<Value> number_of(Evaluator& e, const Node* node) {
    if (node == nullptr) return Value::of(0);
    if (!is_arithmetic(*node)) return std::nullopt;
    const Value value = evaluate(e, *node);
    return e.is_interrupted() || !value.is_whole() ? std::nullopt : std::optional(value);
}

/// Its formula; nullopt where it has none that holds for other numbers.
std::optional<Polynomial> formula_for_all(const Value& value) {
    if (value.formula == nullptr) return Polynomial(value.whole());
    return Decisions::is_plain(*value.formula) ? std::optional(*value.formula) : std::nullopt;
}

bool holds(Unmet::Kind kind, Integer left, Integer right) {
    switch (kind) {
        case Unmet::Kind::Equal:
            return left == right;
        case Unmet::Kind::Least:
            return left >= right;
        case Unmet::Kind::Most:
            return left <= right;
        case Unmet::Kind::Multiple:
            return right != 0 && left % right == 0;
    }
    return true;
}

}  // namespace

void learn_from_condition(Evaluator& e, const Node& condition, bool truth) {
    std::vector<Demand> demands;
    collect_demands(condition, truth, &demands);
    for (const Demand& demand : demands) {
        if (demand.kind != Unmet::Kind::Equal) continue;
        const std::optional<Value> left = number_of(e, demand.left), right = number_of(e, demand.right);
        if (!left || !right) continue;
        const std::optional<Polynomial> a = formula_for_all(*left), b = formula_for_all(*right);
        if (a && b) e.decisions.learn_equal(*a, *b);
        if (e.tracer != nullptr) e.tracer->note_equal(*left, *right);
    }
}

void note_unmet_condition(Evaluator& e, const Node& condition, bool truth) {
    if (e.tracer == nullptr) return;
    std::vector<Demand> demands;
    collect_demands(condition, truth, &demands);
    for (const Demand& demand : demands) {
        const std::optional<Value> right = number_of(e, demand.right);
        const Node* remainder = demand.left->child(Field::Operator);
        const bool is_multiple = demand.kind == Unmet::Kind::Equal && right && right->whole() == 0 &&
                                 demand.left->kind == Kind::BinaryOperator && remainder != nullptr &&
                                 remainder->text == "%";
        const Node* side = is_multiple ? demand.left->child(Field::Left) : demand.left;
        const std::optional<Value> left = number_of(e, side);
        const std::optional<Value> other =
            is_multiple ? number_of(e, demand.left->child(Field::Right)) : right;
        const Unmet::Kind kind = is_multiple ? Unmet::Kind::Multiple : demand.kind;
        if (left && other && !holds(kind, left->whole(), other->whole()))
            e.tracer->note_unmet(kind, *left, *other);
    }
}

}  // namespace paramscope::open::python
