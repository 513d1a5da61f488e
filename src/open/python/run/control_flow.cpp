// Executes if, for and while. Lists that a loop appends to keep their length as a formula.

#include "base/ranges.h"
#include "open/python/effects/effects.h"
#include "open/python/run/rules.h"
#include "open/python/state/evaluator.h"
#include "open/python/state/interpreter.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {

namespace {

bool only_raises(const Node& block) {
    return all_of(block.children, [](const Node* each) {
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
    return all_of(block.children, [](const Node* each) {
        if (each->kind == Kind::IfStatement || each->kind == Kind::ElseClause ||
            each->kind == Kind::ElifClause || each->kind == Kind::Block) {
            return all_of(each->children, [&](const Node* part) {
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

/// True where the last clause, an `else`, has the text of this one's block.
static bool is_repeated(const Node& body, std::size_t next, const std::vector<const Node*>& alternatives) {
    const bool is_last = next + 1 == alternatives.size();
    const Node* otherwise = is_last && alternatives[next]->kind == Kind::ElseClause
                                ? alternatives[next]->child(Field::Body)
                                : nullptr;
    return otherwise != nullptr && otherwise->text == body.text;
}

/// What a statement may change is unknown, for `condition` or what it goes through is.
static void forget_statement(Evaluator& e, const Node& node, std::string_view words, const Value& unknown) {
    const Message why = unknown.is_unknown() ? unknown.as<Unknown>().reason : message("python.unknown_sizes");
    forget_changes(e, node,
                   e.unknown(words == "if" ? message("python.unknown_branch", {{"reason", why}})
                                           : message("python.unknown_loop", {{"reason", why}})));
}

bool asks_machine(const Node& condition) {
    constexpr std::string_view kQuestions[] = {"exists(",       "isfile(",         "isdir(",  "is_file(",
                                               "is_dir(",       "environ",         "getenv(", "is_available(",
                                               "device_count(", "is_initialized(", "is_cuda", ".device"};
    return any_of(kQuestions,
                  [&](std::string_view each) { return condition.text.find(each) != std::string_view::npos; });
}

/// True for statements that may leave the loop around them.
static bool may_leave_loop(const Node& node) {
    if (node.kind == Kind::BreakStatement || node.kind == Kind::ReturnStatement) return true;
    const bool is_apart = node.kind == Kind::FunctionDefinition || node.kind == Kind::ClassDefinition ||
                          node.kind == Kind::ForStatement || node.kind == Kind::WhileStatement;
    return !is_apart && any_of(node.children, [](const Node* each) { return may_leave_loop(*each); });
}

const Node* chosen_block(Evaluator& e, const Node& node) {
    const Node* clause = &node;
    std::size_t next = 0;
    const std::vector<const Node*> alternatives = node.all(Field::Alternative);
    while (clause != nullptr) {
        if (clause->kind == Kind::ElseClause) return clause->child(Field::Body);
        const Node *condition_node = clause->child(Field::Condition),
                   *body = clause->child(Field::Consequence);
        if (condition_node == nullptr || body == nullptr) return nullptr;
        Truth decided;
        Value condition;
        {
            // A model exists only where the code does not raise.
            const Undecided undecided(e.decisions, only_raises(*body));
            condition = evaluate(e, *condition_node);
            if (e.is_interrupted()) return nullptr;
            decided = decide(e, condition);
            if (decided == Truth::False && only_raises(*body))
                learn_from_condition(e, *condition_node, false);
            if (decided == Truth::True && only_raises(*body)) note_unmet_condition(e, *condition_node, false);
            if (e.is_interrupted()) return nullptr;
        }
        const bool is_check =
            only_raises(*body) && (decided == Truth::Unknown || asks_machine(*condition_node));
        if (is_check) decided = Truth::False;
        if (decided == Truth::Unknown && is_repeated(*body, next, alternatives)) decided = Truth::True;
        if (decided == Truth::Unknown && e.tracer != nullptr) decided = e.tracer->choose_branch(*clause);
        if (decided == Truth::Unknown) {
            if (may_leave_loop(node)) ++e.uncertainty.undecided_exits;
            forget_statement(e, node, "if", condition);
            return nullptr;
        }
        if (decided == Truth::True) return body;
        clause = next < alternatives.size() ? alternatives[next++] : nullptr;
    }
    return nullptr;
}

void if_statement(Evaluator& e, const Node& node) {
    if (const Node* block = chosen_block(e, node)) execute_block(e, *block);
}

static std::optional<std::vector<Value>> items_of_loop(Evaluator& e, const Node& node, const Value& iterable,
                                                       const Polynomial** length) {
    Value reason;
    auto items = iterate(e, iterable, &reason, length);
    if (!items && !e.is_interrupted()) forget_statement(e, node, "for", reason);
    return e.is_interrupted() ? std::nullopt : std::move(items);
}

std::optional<std::vector<Value>> loop_items(Evaluator& e, const Node& node, const Polynomial** length) {
    const Value iterable = evaluate(e, *node.child(Field::Right));
    if (e.is_interrupted()) return std::nullopt;
    return items_of_loop(e, node, iterable, length);
}

/// Runs the body of a loop once; false after `break` and where it is interrupted.
static bool run_iteration(Evaluator& e, const Node& body) {
    execute_block(e, body);
    if (e.control.flow == Flow::Continue) e.control.flow = Flow::Next;
    const bool was_broken = e.control.flow == Flow::Break;
    if (was_broken) e.control.flow = Flow::Next;
    return !was_broken && !e.is_interrupted();
}

/// Goes through the items of a generator, which makes each when it is wanted.
static void generator_loop(Evaluator& e, const Node& node, const Value& generator) {
    Sequence& sequence = generator.as<Sequence>();
    Value reason;
    while (run_generator(e, sequence, false, &reason)) {
        if (sequence.items.empty()) {
            if (const Node* otherwise = else_block(node)) execute_block(e, *otherwise);
            return;
        }
        const Value item = sequence.items.front();
        sequence.items.erase(sequence.items.begin());
        assign(e, *node.child(Field::Left), item);
        if (e.is_interrupted() || !run_iteration(e, *node.child(Field::Body))) return;
    }
    if (!e.is_interrupted()) forget_statement(e, node, "for", reason);
}

/// Gives a list the length that appending in each step of a loop makes it have.
static void settle_growth(Evaluator& e, const Growth& growth, std::size_t steps, const Polynomial& count) {
    if (growth.added % steps != 0) return e.decisions.decide_by(&count);
    const Polynomial before = growth.length != nullptr ? *growth.length : Polynomial(growth.size);
    const Polynomial* after = e.decisions.keep(before + Polynomial(growth.added / steps) * count);
    if (after == nullptr) e.decisions.decide_by(&count);
    *growth.place = after;
}

void for_statement(Evaluator& e, const Node& node) {
    const Node *left = node.child(Field::Left), *right = node.child(Field::Right),
               *body = node.child(Field::Body);
    if (left == nullptr || right == nullptr || body == nullptr) return;
    const Value iterable = evaluate(e, *right);
    if (e.is_interrupted()) return;
    const Sequence* sequence = iterable.is(Type::List) ? &iterable.as<Sequence>() : nullptr;
    const bool is_generator =
        sequence != nullptr && sequence->generator != nullptr && sequence->length == nullptr;
    if (is_generator && e.tracer == nullptr) return generator_loop(e, node, iterable);
    const Polynomial* length = nullptr;
    const auto items = items_of_loop(e, node, iterable, &length);
    if (!items) return;
    const bool only_appends = e.tracer == nullptr && length != nullptr && e.frames.growths.empty() &&
                              !items->empty() &&
                              all_of(body->children, [](const Node* each) { return is_append(*each); });
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
        if (run_iteration(e, *body)) continue;
        was_broken = !e.is_interrupted();
        break;
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
    if (const Node* otherwise = else_block(node)) execute_block(e, *otherwise);
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

std::optional<bool> goes_on(Evaluator& e, const Node& node) {
    const Value condition = evaluate(e, *node.child(Field::Condition));
    if (e.is_interrupted()) return std::nullopt;
    const Truth decided = decide(e, condition);
    if (e.is_interrupted()) return std::nullopt;
    if (decided != Truth::Unknown) return decided == Truth::True;
    forget_statement(e, node, "while", condition);
    return std::nullopt;
}

void while_statement(Evaluator& e, const Node& node) {
    const Node *condition = node.child(Field::Condition), *body = node.child(Field::Body);
    if (condition == nullptr || body == nullptr) return;
    const bool is_endless = condition->text == "True" || condition->text == "1";
    const std::size_t exits = e.uncertainty.undecided_exits;
    std::optional<bool> is_on;
    while ((is_on = goes_on(e, node)) == true) {
        if (!run_iteration(e, *body)) return;
        // Only what is not known ends it.
        if (is_endless && e.uncertainty.undecided_exits != exits)
            return forget_statement(e, node, "while", Value());
    }
    if (!is_on) return;
    if (const Node* otherwise = else_block(node)) execute_block(e, *otherwise);
}

const Node* else_block(const Node& loop) {
    const Node* alternative = loop.child(Field::Alternative);
    return alternative != nullptr ? alternative->child(Field::Body) : nullptr;
}

}  // namespace paramscope::open::python
