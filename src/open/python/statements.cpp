// Executes statements: one rule for each kind of node.
#include <algorithm>
#include <array>

#include "base/concat.h"
#include "open/python/evaluator.h"

namespace paramscope::open::python {

using StatementRule = void (Evaluator::*)(const Node&);

namespace {

bool only_raises(const Node& block) {
    return std::all_of(block.children.begin(), block.children.end(), [](const Node* each) {
        const bool is_text = each->kind == Kind::ExpressionStatement && each->children.size() == 1 &&
                             each->children[0]->kind == Kind::String;
        return each->kind == Kind::RaiseStatement || each->kind == Kind::PassStatement || is_text ||
               each->kind == Kind::AssertStatement;
    });
}

bool is_function_or_class(const Node& node) {
    return node.kind == Kind::FunctionDefinition || node.kind == Kind::ClassDefinition || node.kind == Kind::Lambda;
}

bool has_statement(const Node& node, Kind kind) {
    if (node.kind == kind) return true;
    if (is_function_or_class(node)) return false;
    return std::any_of(node.children.begin(), node.children.end(),
                       [&](const Node* each) { return has_statement(*each, kind); });
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
        if (each->kind == Kind::IfStatement || each->kind == Kind::ElseClause || each->kind == Kind::ElifClause ||
            each->kind == Kind::Block) {
            return std::all_of(each->children.begin(), each->children.end(), [&](const Node* part) {
                return (part->field == Field::Condition && part->text.find(":=") == std::string_view::npos) || part->kind == Kind::Token || only_initializes(*part);
            });
        }
        if (each->kind == Kind::PassStatement) return true;
        const Node* call = each->kind == Kind::ExpressionStatement && each->children.size() == 1 ? each->children[0] : nullptr;
        const Node* function = call != nullptr && call->kind == Kind::Call ? call->child(Field::Function) : nullptr;
        return function != nullptr && function->text.find("init.") != std::string_view::npos && function->text.ends_with("_");
    });
}

}  // namespace

void Evaluator::execute(const Node& node) {
    struct Row {
        Kind kind;
        StatementRule rule;
    };
    static constexpr Row rows[] = {
        {Kind::ExpressionStatement, &Evaluator::expression_statement},
        {Kind::Assignment, &Evaluator::assignment},
        {Kind::AugmentedAssignment, &Evaluator::augmented_assignment},
        {Kind::ReturnStatement, &Evaluator::return_statement},
        {Kind::IfStatement, &Evaluator::if_statement},
        {Kind::ForStatement, &Evaluator::for_statement},
        {Kind::WhileStatement, &Evaluator::while_statement},
        {Kind::TryStatement, &Evaluator::try_statement},
        {Kind::WithStatement, &Evaluator::with_statement},
        {Kind::RaiseStatement, &Evaluator::raise_statement},
        {Kind::AssertStatement, &Evaluator::assert_statement},
        {Kind::PassStatement, &Evaluator::pass_statement},
        {Kind::FutureImportStatement, &Evaluator::pass_statement},
        {Kind::GlobalStatement, &Evaluator::pass_statement},
        {Kind::NonlocalStatement, &Evaluator::pass_statement},
        {Kind::BreakStatement, &Evaluator::break_statement},
        {Kind::ContinueStatement, &Evaluator::continue_statement},
        {Kind::DeleteStatement, &Evaluator::delete_statement},
        {Kind::ImportStatement, &Evaluator::import_statement},
        {Kind::ImportFromStatement, &Evaluator::import_from_statement},
        {Kind::FunctionDefinition, &Evaluator::definition},
        {Kind::ClassDefinition, &Evaluator::definition},
        {Kind::DecoratedDefinition, &Evaluator::decorated_definition},
    };
    static const auto by_kind = [] {
        std::array<StatementRule, static_cast<std::size_t>(Kind::Other) + 1> table{};
        for (const Row& row : rows) table[static_cast<std::size_t>(row.kind)] = row.rule;
        return table;
    }();
    if (is_interrupted() || !step()) return;
    if (depth_ >= kDeepestEvaluation) {
        stop(message("python.too_deep"));
        return;
    }
    const Node* before = here_;
    if (is_of_source(node)) here_ = &node;
    ++depth_;
    const StatementRule rule = by_kind[static_cast<std::size_t>(node.kind)];
    if (rule != nullptr) {
        (this->*rule)(node);
    } else {
        unsupported_statement(node);
    }
    --depth_;
    here_ = before;
}

void Evaluator::execute_block(const Node& block) {
    for (const Node* statement : block.children) {
        if (statement->kind == Kind::Token) continue;
        execute(*statement);
        if (is_interrupted()) return;
    }
}

void Evaluator::remark(Severity severity, Message text) {
    constexpr std::size_t kMostRemarks = 100;
    if (remarks_.size() < kMostRemarks) remarks_.push_back({severity, std::move(text), place()});
}

void Evaluator::run_text() {
    for (const Node* statement : tree_.root().children) {
        if (statement->kind == Kind::Token) continue;
        run_top_level(*statement);
        if (is_stopped()) return;
    }
}

/// Runs a statement of the module; one that fails becomes a remark, and what it would have changed unknown.
void Evaluator::run_top_level(const Node& node) {
    here_ = &node;
    if (node.kind == Kind::IfStatement) {
        // Each statement of `if __name__ == "__main__":` by itself.
        const Node* condition = node.child(Field::Condition);
        const Node* body = node.child(Field::Consequence);
        if (condition != nullptr && body != nullptr && condition->text.starts_with("__name__")) {
            for (const Node* each : body->children) {
                if (each->kind != Kind::Token) run_top_level(*each);
                if (is_stopped()) return;
            }
            return;
        }
    }
    execute(node);
    if (flow_ == Flow::Raise) {
        const Span span = exception_span_;
        const std::string exception = catch_exception();
        const Value reason = unknown(message("python.raised", {{"exception", exception}}));
        forget_changes(node, reason);
        remarks_.push_back({Severity::Note,
                            message("python.left_out",
                                    {{"reason", message("python.raised", {{"exception", exception}})}}),
                            span});
    }
    if (flow_ != Flow::Stop) flow_ = Flow::Next;
}

void Evaluator::unsupported_statement(const Node& node) {
    if (node.kind == Kind::Error) return;
    const Value reason = unknown(message("python.unknown_syntax", {{"kind", node.name}}));
    forget_changes(node, reason);
}

void Evaluator::expression_statement(const Node& node) {
    for (const Node* child : node.children) {
        if (child->kind == Kind::Assignment || child->kind == Kind::AugmentedAssignment) {
            execute(*child);
        } else if (child->kind != Kind::Token) {
            evaluate(*child);
        }
        if (is_interrupted()) return;
    }
}

void Evaluator::bind(std::string_view name, const Value& value) {
    Scope* scope = scope_;
    if (scope->info != nullptr) {
        const auto found = scope->info->names.find(name);
        if (found != scope->info->names.end() && found->second == 'g') {
            scope = scope->globals;
        } else if (found != scope->info->names.end() && found->second == 'n') {
            for (scope = scope->parent; scope != nullptr && scope->parent != nullptr; scope = scope->parent) {
                if (!scope->is_class && scope->names.contains(name)) break;
            }
            if (scope == nullptr) scope = scope_;
        }
    }
    scope->names.insert_or_assign(name, value);
}

void Evaluator::assign(const Node& target, const Value& value) {
    switch (target.kind) {
        case Kind::Identifier: bind(target.text, value); return;
        case Kind::Attribute: {
            const Node *object = target.child(Field::Object), *name = target.child(Field::Attribute);
            if (object == nullptr || name == nullptr) return;
            const Value owner = evaluate(*object);
            if (!is_interrupted()) set_attribute(owner, name->text, value);
            return;
        }
        case Kind::Subscript: {
            const Node* object = target.child(Field::Value);
            const std::vector<const Node*> subscripts = target.all(Field::Subscript);
            if (object == nullptr || subscripts.empty()) return;
            const Value container = evaluate(*object);
            if (is_interrupted()) return;
            std::vector<Value> keys;
            for (const Node* each : subscripts) keys.push_back(evaluate(*each));
            if (!is_interrupted()) set_item(container, keys.size() == 1 ? keys[0] : tuple(keys), value);
            return;
        }
        case Kind::PatternList:
        case Kind::TuplePattern:
        case Kind::ListPattern:
        case Kind::ExpressionList:
        case Kind::Tuple:
        case Kind::List: unpack(target, target.children, value); return;
        case Kind::ParenthesizedExpression:
        case Kind::AsPatternTarget:
            if (!target.children.empty()) assign(*target.children[0], value);
            return;
        default: return;
    }
}

void Evaluator::unpack(const Node&, const std::vector<const Node*>& targets, const Value& value) {
    const auto is_starred = [](const Node* node) {
        return node->kind == Kind::ListSplatPattern || node->kind == Kind::ListSplat;
    };
    Value reason = value;
    const auto items = iterate(value, &reason);
    if (is_interrupted()) return;
    if (!items) {
        for (const Node* target : targets) assign(is_starred(target) ? *target->children.at(0) : *target, reason);
        return;
    }
    const auto star = std::find_if(targets.begin(), targets.end(), is_starred);
    const std::size_t count = targets.size();
    const std::size_t needed = star == targets.end() ? count : count - 1;
    if (items->size() < needed) {
        raise("ValueError", concat("not enough values to unpack (expected ", star == targets.end() ? "" : "at least ",
                                   needed, ", got ", items->size(), ")"));
        return;
    }
    if (star == targets.end() && items->size() > count) {
        raise("ValueError", concat("too many values to unpack (expected ", count, ")"));
        return;
    }
    std::size_t at = 0;
    for (const Node* target : targets) {
        if (is_starred(target)) {
            const std::size_t taken = items->size() - needed;
            const auto begin = items->begin() + static_cast<std::ptrdiff_t>(at);
            assign(*target->children.at(0), list({begin, begin + static_cast<std::ptrdiff_t>(taken)}));
            at += taken;
        } else {
            assign(*target, (*items)[at++]);
        }
        if (is_interrupted()) return;
    }
}

void Evaluator::assignment(const Node& node) {
    const Node *left = node.child(Field::Left), *right = node.child(Field::Right);
    if (left == nullptr || right == nullptr) {
        // `name: int` without a value: noted for dataclasses by make_class().
        return;
    }
    Value value;
    if (right->kind == Kind::Assignment) {
        execute(*right);
        if (is_interrupted()) return;
        const Node* inner = right;
        while (inner->kind == Kind::Assignment) inner = inner->child(Field::Left);
        value = evaluate(*inner);
    } else {
        value = evaluate(*right);
    }
    if (is_interrupted()) return;
    // `n_embd = 384` at the top of a text is a hyper-parameter.
    const bool is_literal = right->kind == Kind::Integer || right->kind == Kind::BinaryOperator;
    if (scope_ == globals_ && left->kind == Kind::Identifier && is_literal && is_of_source(node))
        value = hyper_parameter(left->text, value);
    assign(*left, value);
}

void Evaluator::augmented_assignment(const Node& node) {
    const Node *left = node.child(Field::Left), *right = node.child(Field::Right),
               *symbol = node.child(Field::Operator);
    if (left == nullptr || right == nullptr || symbol == nullptr) return;
    const Value old = evaluate(*left);
    if (is_interrupted()) return;
    const Value by = evaluate(*right);
    if (is_interrupted()) return;
    const std::string_view plain = symbol->text.substr(0, symbol->text.size() - 1);
    if (old.is(Type::List) && plain == "+") {
        Value reason;
        const Polynomial* length = nullptr;
        const auto items = iterate(by, &reason, &length);
        if (is_interrupted()) return;
        if (!items) return assign(*left, reason);
        if (!count_items(items->size())) return;
        Sequence& list = old.as<Sequence>();
        if (length != nullptr || list.length != nullptr) {
            decide_by(length);
            decide_by(list.length);
            list.length = nullptr;
        }
        list.items.insert(list.items.end(), items->begin(), items->end());
        return assign(*left, old);
    }
    if (old.is(Type::Instance) && plain == "+" && old.instance().cls->find("__iadd__") != nullptr)
        return assign(*left, call_method(old, "__iadd__", {by}));
    if (old.is(Type::Instance) && plain == "+" && old.instance().module != nullptr &&
        find_module_method(*old.instance().cls, "extend") != nullptr) {
        call_method(old, "extend", {by});
        return;
    }
    const Value value = binary(plain, old, by);
    if (!is_interrupted()) assign(*left, value);
}

void Evaluator::return_statement(const Node& node) {
    const Value value = node.children.empty() ? Value::none() : evaluate(*node.children[0]);
    if (is_interrupted()) return;
    result_ = value;
    flow_ = Flow::Return;
}

void Evaluator::if_statement(const Node& node) {
    const Node* clause = &node;
    std::size_t next = 0;
    const std::vector<const Node*> alternatives = node.all(Field::Alternative);
    while (clause != nullptr) {
        if (clause->kind == Kind::ElseClause) {
            const Node* body = clause->child(Field::Body);
            if (body != nullptr) execute_block(*body);
            return;
        }
        const Node *condition_node = clause->child(Field::Condition), *body = clause->child(Field::Consequence);
        if (condition_node == nullptr || body == nullptr) return;
        Truth decided;
        Value condition;
        {
            // A model exists only where the code does not raise.
            const Undecided undecided(*this, only_raises(*body));
            condition = evaluate(*condition_node);
            if (is_interrupted()) return;
            decided = decide(condition);
            if (is_interrupted()) return;
        }
        if (decided == Truth::Unknown) {
            if (only_raises(*body)) {
                clause = next < alternatives.size() ? alternatives[next++] : nullptr;
                continue;
            }
            const Message why = condition.is_unknown() ? condition.as<Unknown>().reason
                                                       : message("python.unknown_sizes");
            return forget_changes(node, unknown(message("python.unknown_branch", {{"reason", why}})));
        }
        if (decided == Truth::True) return execute_block(*body);
        clause = next < alternatives.size() ? alternatives[next++] : nullptr;
    }
}

void Evaluator::for_statement(const Node& node) {
    const Node *left = node.child(Field::Left), *right = node.child(Field::Right), *body = node.child(Field::Body);
    if (left == nullptr || right == nullptr || body == nullptr) return;
    const Value iterable = evaluate(*right);
    if (is_interrupted()) return;
    Value reason;
    const Polynomial* length = nullptr;
    const auto items = iterate(iterable, &reason, &length);
    if (is_interrupted()) return;
    if (!items) {
        const Message why = reason.is_unknown() ? reason.as<Unknown>().reason : message("python.unknown_sizes");
        return forget_changes(node, unknown(message("python.unknown_loop", {{"reason", why}})));
    }
    const bool only_appends = length != nullptr && growths_.empty() && !items->empty() &&
                              std::all_of(body->children.begin(), body->children.end(),
                                          [](const Node* each) { return is_append(*each); });
    if (only_appends) {
        growths_.emplace_back();
    } else if (!only_initializes(*body)) {
        decide_by(length);
    }
    bool was_broken = false;
    for (const Value& item : *items) {
        assign(*left, item);
        if (is_interrupted()) break;
        execute_block(*body);
        if (flow_ == Flow::Continue) flow_ = Flow::Next;
        if (flow_ == Flow::Break) {
            flow_ = Flow::Next;
            was_broken = true;
            break;
        }
        if (is_interrupted()) break;
    }
    if (only_appends) {
        for (const auto& [object, growth] : growths_.back()) settle_growth(growth, items->size(), *length);
        growths_.pop_back();
    }
    if (is_interrupted() || was_broken) return;
    if (const Node* alternative = node.child(Field::Alternative)) {
        if (const Node* else_body = alternative->child(Field::Body)) execute_block(*else_body);
    }
}

void Evaluator::note_append(Object* object, std::size_t size, const Polynomial** length) {
    if (growths_.empty()) {
        decide_by(*length);
        *length = nullptr;
        return;
    }
    Growth& growth = growths_.back().try_emplace(object, Growth{size, 0, *length, length}).first->second;
    ++growth.added;
}

/// Gives a list the length that appending in each step of a loop makes it have.
void Evaluator::settle_growth(const Growth& growth, std::size_t steps, const Polynomial& count) {
    if (growth.added % steps != 0) return decide_by(&count);
    const Polynomial before = growth.length != nullptr ? *growth.length : Polynomial(growth.size);
    const Polynomial* after = keep(before + Polynomial(growth.added / steps) * count);
    if (after == nullptr) decide_by(&count);
    *growth.place = after;
}

void Evaluator::while_statement(const Node& node) {
    const Node *condition_node = node.child(Field::Condition), *body = node.child(Field::Body);
    if (condition_node == nullptr || body == nullptr) return;
    while (!is_interrupted()) {
        const Value condition = evaluate(*condition_node);
        if (is_interrupted()) return;
        const Truth decided = decide(condition);
        if (is_interrupted()) return;
        if (decided == Truth::Unknown) {
            const Message why =
                condition.is_unknown() ? condition.as<Unknown>().reason : message("python.unknown_sizes");
            return forget_changes(node, unknown(message("python.unknown_loop", {{"reason", why}})));
        }
        if (decided == Truth::False) break;
        execute_block(*body);
        if (flow_ == Flow::Continue) flow_ = Flow::Next;
        if (flow_ == Flow::Break) {
            flow_ = Flow::Next;
            return;
        }
    }
    if (is_interrupted()) return;
    if (const Node* alternative = node.child(Field::Alternative)) {
        if (const Node* else_body = alternative->child(Field::Body)) execute_block(*else_body);
    }
}

/// True when an except clause takes the exception; binds its name.
bool Evaluator::handles(const Node& clause, const Value& exception) {
    const Node* pattern = nullptr;
    const Node* name = nullptr;
    for (const Node* child : clause.children) {
        if (child->kind == Kind::Block || child->kind == Kind::Token) continue;
        if (pattern == nullptr) pattern = child;
        else if (name == nullptr) name = child;
    }
    if (pattern != nullptr && pattern->kind == Kind::AsPattern) {
        name = pattern->children.size() > 1 ? pattern->children[1] : nullptr;
        pattern = pattern->children.empty() ? nullptr : pattern->children[0];
    }
    bool is_taken = pattern == nullptr;
    if (pattern != nullptr) {
        const Value wanted = evaluate(*pattern);
        if (is_interrupted()) return false;
        const std::vector<Value> classes = wanted.is(Type::Tuple) ? wanted.items() : std::vector<Value>{wanted};
        for (const Value& each : classes) {
            if (each.is(Type::Class)) is_taken = is_taken || is_instance(exception, each.cls());
        }
    }
    if (is_taken && name != nullptr) assign(*name, exception);
    return is_taken;
}

void Evaluator::try_statement(const Node& node) {
    const Node* body = node.child(Field::Body);
    if (body == nullptr) return;
    ++tries_;
    execute_block(*body);
    --tries_;
    if (flow_ == Flow::Raise) {
        const Value exception = exception_;
        const Span span = exception_span_;
        flow_ = Flow::Next;
        bool is_handled = false;
        for (const Node* child : node.children) {
            if (child->kind != Kind::ExceptClause) continue;
            if (!handles(*child, exception)) {
                if (is_interrupted()) break;
                continue;
            }
            is_handled = true;
            handled_.push_back(exception);
            if (const Node* block = child->child(Kind::Block)) execute_block(*block);
            handled_.pop_back();
            break;
        }
        if (!is_handled && !is_interrupted()) {
            raise_instance(exception);
            exception_span_ = span;
        }
    } else if (!is_interrupted()) {
        if (const Node* alternative = node.child(Kind::ElseClause)) {
            if (const Node* else_body = alternative->child(Field::Body)) execute_block(*else_body);
        }
    }
    const Node* last = node.child(Kind::FinallyClause);
    const Node* block = last == nullptr ? nullptr : last->child(Kind::Block);
    if (block == nullptr || is_stopped()) return;
    const Flow before = std::exchange(flow_, Flow::Next);
    const Value result = result_, exception = exception_;
    execute_block(*block);
    if (is_interrupted()) return;
    flow_ = before;
    result_ = result;
    exception_ = exception;
}

void Evaluator::with_statement(const Node& node) {
    const Node* body = node.child(Field::Body);
    if (const Node* clause = node.child(Kind::WithClause)) {
        for (const Node* entry : clause->children) {
            const Node* value_node = entry->child(Field::Value);
            if (value_node == nullptr) continue;
            const bool has_name = value_node->kind == Kind::AsPattern && value_node->children.size() > 1;
            const Value value = evaluate(has_name ? *value_node->children[0] : *value_node);
            if (is_interrupted()) return;
            const bool enters = value.is(Type::Instance) && value.instance().cls->find("__enter__") != nullptr;
            const Value entered = enters ? call_method(value, "__enter__") : value;
            if (is_interrupted()) return;
            if (has_name) assign(*value_node->children[1], entered);
            if (is_interrupted()) return;
        }
    }
    if (body != nullptr) execute_block(*body);
}

void Evaluator::raise_statement(const Node& node) {
    if (node.children.empty()) {
        if (!handled_.empty()) raise_instance(handled_.back());
        else raise("RuntimeError", "No active exception to reraise");
        return;
    }
    const Undecided undecided(*this);
    Value value = evaluate(*node.children[0]);
    if (is_interrupted()) return;
    if (value.is(Type::Class)) value = call(value, std::vector<Value>{});
    if (is_interrupted()) return;
    if (value.is(Type::Instance)) {
        raise_instance(value);
    } else {
        raise("Exception", "");
    }
}

void Evaluator::assert_statement(const Node& node) {
    if (node.children.empty()) return;
    const Undecided undecided(*this);
    const Value condition = evaluate(*node.children[0]);
    if (is_interrupted()) return;
    const Truth decided = truth(condition);
    if (is_interrupted() || decided != Truth::False) return;
    std::string sentence = node.children.size() > 1 ? "" : std::string(node.children[0]->text);
    if (node.children.size() > 1) {
        const Value text = evaluate(*node.children[1]);
        if (is_interrupted()) return;
        sentence = text.is_unknown() ? "" : to_text(text);
        if (is_interrupted()) return;
    }
    raise("AssertionError", sentence);
}

void Evaluator::pass_statement(const Node&) {}

void Evaluator::break_statement(const Node&) {
    flow_ = Flow::Break;
}

void Evaluator::continue_statement(const Node&) {
    flow_ = Flow::Continue;
}

void Evaluator::delete_statement(const Node& node) {
    std::vector<const Node*> targets = node.children;
    if (targets.size() == 1 && targets[0]->kind == Kind::ExpressionList) targets = targets[0]->children;
    for (const Node* target : targets) {
        if (target->kind == Kind::Identifier) {
            if (scope_->names.erase(target->text) == 0)
                raise("NameError", concat("name '", target->text, "' is not defined"));
        } else if (target->kind == Kind::Attribute) {
            const Value object = evaluate(*target->child(Field::Object));
            if (!is_interrupted()) delete_attribute(object, target->child(Field::Attribute)->text);
        } else if (target->kind == Kind::Subscript) {
            const Value container = evaluate(*target->child(Field::Value));
            if (is_interrupted()) return;
            const Value key = evaluate(*target->child(Field::Subscript));
            if (!is_interrupted()) delete_item(container, key);
        }
        if (is_interrupted()) return;
    }
}

void Evaluator::definition(const Node& node) {
    const Value value = node.kind == Kind::ClassDefinition ? make_class(node) : make_function(node);
    const Node* name = node.child(Field::Name);
    if (!is_interrupted() && name != nullptr) bind(name->text, value);
}

void Evaluator::decorated_definition(const Node& node) {
    const Node* definition_node = node.child(Field::Definition);
    if (definition_node == nullptr) return;
    std::vector<Value> decorators;
    for (const Node* child : node.children) {
        if (child->kind != Kind::Decorator || child->children.empty()) continue;
        decorators.push_back(evaluate(*child->children[0]));
        if (is_interrupted()) return;
    }
    Value value =
        definition_node->kind == Kind::ClassDefinition ? make_class(*definition_node) : make_function(*definition_node);
    for (auto each = decorators.rbegin(); each != decorators.rend() && !is_interrupted(); ++each) {
        const Value plain = value;
        value = call(*each, std::vector<Value>{value});
        // A decorator that is not known may have changed the class.
        if (value.is_unknown() && plain.is(Type::Class)) {
            plain.cls().unknown_base = value;
            value = plain;
        }
    }
    const Node* name = definition_node->child(Field::Name);
    if (!is_interrupted() && name != nullptr) bind(name->text, value);
}

namespace {

void collect_targets(const Node& target, std::vector<const Node*>& found) {
    if (target.kind == Kind::Identifier || target.kind == Kind::Attribute || target.kind == Kind::Subscript) {
        found.push_back(&target);
        return;
    }
    for (const Node* child : target.children) collect_targets(*child, found);
}

/// What a statement may change: targets of assignments, and objects whose methods it calls or that it passes on.
void collect_changes(const Node& node, std::vector<const Node*>& targets, std::vector<const Node*>& touched) {
    switch (node.kind) {
        case Kind::Assignment:
        case Kind::AugmentedAssignment:
        case Kind::ForStatement:
        case Kind::ForInClause:
            if (const Node* left = node.child(Field::Left)) collect_targets(*left, targets);
            break;
        case Kind::FunctionDefinition:
        case Kind::ClassDefinition:
            if (const Node* name = node.child(Field::Name)) targets.push_back(name);
            return;
        case Kind::NamedExpression:
            if (const Node* name = node.child(Field::Name)) targets.push_back(name);
            break;
        case Kind::AliasedImport:
            if (const Node* name = node.child(Field::Alias)) targets.push_back(name);
            return;
        case Kind::ImportStatement:
        case Kind::ImportFromStatement:
            for (const Node* name : node.all(Field::Name)) {
                if (name->kind == Kind::DottedName && !name->children.empty()) targets.push_back(name->children[0]);
            }
            break;
        case Kind::Call:
            if (const Node* function = node.child(Field::Function)) {
                if (function->kind == Kind::Attribute) touched.push_back(function->child(Field::Object));
            }
            if (const Node* arguments = node.child(Field::Arguments))
                touched.insert(touched.end(), arguments->children.begin(), arguments->children.end());
            break;
        case Kind::Lambda: return;
        default: break;
    }
    for (const Node* child : node.children) collect_changes(*child, targets, touched);
}

}  // namespace

void Evaluator::forget_changes(const Node& node, const Value& reason) {
    if (is_stopped()) return;
    const Flow before = std::exchange(flow_, Flow::Next);
    std::vector<const Node*> targets, touched;
    collect_changes(node, targets, touched);
    for (const Node* target : targets) {
        if (target->kind == Kind::Identifier) {
            bind(target->text, reason);
        } else if (target->kind == Kind::Attribute) {
            const Node* object = target->child(Field::Object);
            const std::optional<Value> owner =
                object->kind == Kind::Identifier ? lookup(object->text) : std::nullopt;
            if (owner && !owner->is_unknown()) set_attribute(*owner, target->child(Field::Attribute)->text, reason);
        } else if (target->kind == Kind::Subscript) {
            touched.push_back(target->child(Field::Value));
        }
        if (flow_ == Flow::Raise) flow_ = Flow::Next;
    }
    for (const Node* each : touched) {
        while (each != nullptr && (each->kind == Kind::Attribute || each->kind == Kind::Subscript) &&
               each->child(Field::Object) != nullptr && each->child(Field::Object)->kind != Kind::Identifier)
            each = each->child(Field::Object);
        if (each == nullptr || (each->kind != Kind::Identifier && each->kind != Kind::Attribute)) continue;
        const Value value = evaluate(*each);
        if (flow_ == Flow::Raise) flow_ = Flow::Next;
        if (value.is(Type::Instance) && value.instance().module != nullptr) {
            value.instance().module->doubts.push_back(reason);
        } else if ((value.is(Type::List) || value.is(Type::Dict) || value.is(Type::Set)) &&
                   each->kind == Kind::Identifier) {
            bind(each->text, reason);
        } else if ((value.is(Type::List) || value.is(Type::Dict)) && each->kind == Kind::Attribute) {
            assign(*each, reason);
        }
    }
    flow_ = before == Flow::Raise ? Flow::Next : before;
    const bool may_leave = has_statement(node, Kind::ReturnStatement);
    if (may_leave && !functions_.empty() && flow_ == Flow::Next) {
        // The rest of the function runs or does not.
        if (!selves_.empty() && selves_.back().is(Type::Instance) && selves_.back().instance().module != nullptr)
            selves_.back().instance().module->doubts.push_back(reason);
        result_ = reason;
        flow_ = Flow::Return;
    }
}

}  // namespace paramscope::open::python
