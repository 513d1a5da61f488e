// Executes if, for and while. Lists that a loop appends to keep their length as a formula.
#include <algorithm>

#include "open/python/effects/effects.h"
#include "open/python/run/rules.h"
#include "open/python/state/evaluator.h"
#include "open/python/state/interpreter.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {

static void settle_growth(Evaluator& e, const Growth& growth, std::size_t steps, const Polynomial& count);
namespace {

bool only_raises(const Node& block) {
    return std::all_of(block.children.begin(), block.children.end(), [](const Node* each) {
        const bool is_text = each->kind == Kind::ExpressionStatement && each->children.size() == 1 &&
                             each->children[0]->kind == Kind::String;
        return each->kind == Kind::RaiseStatement || each->kind == Kind::PassStatement || is_text ||
               each->kind == Kind::AssertStatement;
    });
}

/// True for the statement `name.append(value)`.
bool is_append(const Node& statement) {
    if (statement.kind != Kind::ExpressionStatement || statement.children.size() != 1) return false;
    const Node& call = *statement.children[0];
    if (call.kind != Kind::Call) return false;
    const Node* function = call.child(Field::Function);
    if (function == nullptr || function->kind != Kind::Attribute) return false;
    const Node* name = function->child(Field::Attribute);
    return name != nullptr && name->text == "append";
}

/// True for statements that only give tensors other values: `if ...: nn.init.normal_(p)`.
bool only_initializes(const Node& block) {
    return std::all_of(block.children.begin(), block.children.end(), [](const Node* each) {
        if (each->kind == Kind::IfStatement || each->kind == Kind::ElseClause ||
            each->kind == Kind::ElifClause || each->kind == Kind::Block) {
            return std::all_of(each->children.begin(), each->children.end(), [&](const Node* part) {
                return (part->field == Field::Condition && part->text.find(":=") == std::string_view::npos) ||
                       part->kind == Kind::Token || only_initializes(*part);
            });
        }
        if (each->kind == Kind::PassStatement) return true;
        const Node* call = each->kind == Kind::ExpressionStatement && each->children.size() == 1
                               ? each->children[0]
                               : nullptr;
        const Node* function =
            call != nullptr && call->kind == Kind::Call ? call->child(Field::Function) : nullptr;
        return function != nullptr && function->text.find("init.") != std::string_view::npos &&
               function->text.ends_with("_");
    });
}

}  // namespace

void if_statement(Evaluator& e, const Node& node) {
    const Node* clause = &node;
    std::size_t next = 0;
    const std::vector<const Node*> alternatives = node.all(Field::Alternative);
    while (clause != nullptr) {
        if (clause->kind == Kind::ElseClause) {
            const Node* body = clause->child(Field::Body);
            if (body != nullptr) execute_block(e, *body);
            return;
        }
        const Node *condition_node = clause->child(Field::Condition),
                   *body = clause->child(Field::Consequence);
        if (condition_node == nullptr || body == nullptr) return;
        Truth decided;
        Value condition;
        {
            // A model exists only where the code does not raise.
            const Undecided undecided(e.decisions, only_raises(*body));
            condition = evaluate(e, *condition_node);
            if (e.is_interrupted()) return;
            decided = decide(e, condition);
            if (e.is_interrupted()) return;
        }
        if (decided == Truth::Unknown) {
            if (only_raises(*body)) {
                clause = next < alternatives.size() ? alternatives[next++] : nullptr;
                continue;
            }
            if (e.tracer != nullptr) decided = e.tracer->choose_branch(*clause);
        }
        if (decided == Truth::Unknown) {
            const Message why =
                condition.is_unknown() ? condition.as<Unknown>().reason : message("python.unknown_sizes");
            return forget_changes(e, node, e.unknown(message("python.unknown_branch", {{"reason", why}})));
        }
        if (decided == Truth::True) return execute_block(e, *body);
        clause = next < alternatives.size() ? alternatives[next++] : nullptr;
    }
}

void for_statement(Evaluator& e, const Node& node) {
    const Node *left = node.child(Field::Left), *right = node.child(Field::Right),
               *body = node.child(Field::Body);
    if (left == nullptr || right == nullptr || body == nullptr) return;
    const Value iterable = evaluate(e, *right);
    if (e.is_interrupted()) return;
    Value reason;
    const Polynomial* length = nullptr;
    const auto items = iterate(e, iterable, &reason, &length);
    if (e.is_interrupted()) return;
    if (!items) {
        const Message why =
            reason.is_unknown() ? reason.as<Unknown>().reason : message("python.unknown_sizes");
        return forget_changes(e, node, e.unknown(message("python.unknown_loop", {{"reason", why}})));
    }
    const bool only_appends = e.tracer == nullptr && length != nullptr && e.frames.growths.empty() &&
                              !items->empty() &&
                              std::all_of(body->children.begin(), body->children.end(),
                                          [](const Node* each) { return is_append(*each); });
    if (only_appends) {
        e.frames.growths.emplace_back();
    } else if (!only_initializes(*body) && e.tracer == nullptr) {
        e.decisions.decide_by(length);
    }
    // What the body leaves of an iterator that has a name is there after the loop.
    const bool is_iterator =
        iterable.is(Type::List) && iterable.as<Sequence>().is_iterator && right->kind == Kind::Identifier;
    if (is_iterator) iterable.items() = *items;
    const std::optional<std::size_t> loop = e.tracer != nullptr ? e.tracer->begin_loop(length) : std::nullopt;
    bool was_broken = false;
    for (const Value& item : *items) {
        if (is_iterator) {
            if (iterable.items().empty()) break;
            iterable.items().erase(iterable.items().begin());
        }
        if (loop) e.tracer->begin_iteration(loop, item);
        assign(e, *left, item);
        if (e.is_interrupted()) break;
        execute_block(e, *body);
        if (e.control.flow == Flow::Continue) e.control.flow = Flow::Next;
        if (e.control.flow == Flow::Break) {
            e.control.flow = Flow::Next;
            was_broken = true;
            break;
        }
        if (e.is_interrupted()) break;
    }
    if (loop) {
        if (was_broken) e.decisions.decide_by(length);
        e.tracer->end_loop(loop);
    }
    if (only_appends) {
        for (const auto& [object, growth] : e.frames.growths.back())
            settle_growth(e, growth, items->size(), *length);
        e.frames.growths.pop_back();
    }
    if (e.is_interrupted() || was_broken) return;
    if (const Node* alternative = node.child(Field::Alternative)) {
        if (const Node* else_body = alternative->child(Field::Body)) execute_block(e, *else_body);
    }
}

void note_append(Evaluator& e, Object* object, std::size_t size, const Polynomial** length) {
    if (e.frames.growths.empty()) {
        e.decisions.decide_by(*length);
        *length = nullptr;
        return;
    }
    Growth& growth =
        e.frames.growths.back().try_emplace(object, Growth{size, 0, *length, length}).first->second;
    ++growth.added;
}

/// Gives a list the length that appending in each step of a loop makes it have.
static void settle_growth(Evaluator& e, const Growth& growth, std::size_t steps, const Polynomial& count) {
    if (growth.added % steps != 0) return e.decisions.decide_by(&count);
    const Polynomial before = growth.length != nullptr ? *growth.length : Polynomial(growth.size);
    const Polynomial* after = e.decisions.keep(before + Polynomial(growth.added / steps) * count);
    if (after == nullptr) e.decisions.decide_by(&count);
    *growth.place = after;
}

void while_statement(Evaluator& e, const Node& node) {
    const Node *condition_node = node.child(Field::Condition), *body = node.child(Field::Body);
    if (condition_node == nullptr || body == nullptr) return;
    while (!e.is_interrupted()) {
        const Value condition = evaluate(e, *condition_node);
        if (e.is_interrupted()) return;
        const Truth decided = decide(e, condition);
        if (e.is_interrupted()) return;
        if (decided == Truth::Unknown) {
            const Message why =
                condition.is_unknown() ? condition.as<Unknown>().reason : message("python.unknown_sizes");
            return forget_changes(e, node, e.unknown(message("python.unknown_loop", {{"reason", why}})));
        }
        if (decided == Truth::False) break;
        execute_block(e, *body);
        if (e.control.flow == Flow::Continue) e.control.flow = Flow::Next;
        if (e.control.flow == Flow::Break) {
            e.control.flow = Flow::Next;
            return;
        }
    }
    if (e.is_interrupted()) return;
    if (const Node* alternative = node.child(Field::Alternative)) {
        if (const Node* else_body = alternative->child(Field::Body)) execute_block(e, *else_body);
    }
}

}  // namespace paramscope::open::python
