// Executes try, with, raise and assert.
#include <algorithm>
#include <utility>

#include "base/concat.h"
#include "open/python/run/evaluator.h"

namespace paramscope::open::python {
namespace {

/// True for a statement that ends the program or raises.
bool leaves(const Node* statement) {
    return statement->kind == Kind::RaiseStatement || statement->text.starts_with("exit(") ||
           statement->text.starts_with("quit(") || statement->text.starts_with("sys.exit(");
}

/// True for `except ImportError:`.
bool takes_imports_only(const Node& clause) {
    return std::all_of(clause.children.begin(), clause.children.end(),
                       [](const Node* child) {
                           const bool is_name = child->kind == Kind::Identifier;
                           return (is_name &&
                                   (child->text == "ImportError" || child->text == "ModuleNotFoundError")) ||
                                  (!is_name && (child->kind == Kind::Token || child->kind == Kind::Block));
                       }) &&
           clause.child(Kind::Identifier) != nullptr;
}

/// True when an except clause of the statement does without what `try` imports: none raises or exits.
bool does_without(const Node& try_statement) {
    return std::any_of(try_statement.children.begin(), try_statement.children.end(), [&](const Node* clause) {
        const Node* block = clause->kind == Kind::ExceptClause ? clause->child(Kind::Block) : nullptr;
        return block != nullptr && std::none_of(block->children.begin(), block->children.end(), leaves);
    });
}

}  // namespace

/// True when an except clause takes the exception; binds its name.
bool Evaluator::handles(const Node& clause, const Value& exception) {
    const Node* pattern = nullptr;
    const Node* name = nullptr;
    for (const Node* child : clause.children) {
        if (child->kind == Kind::Block || child->kind == Kind::Token) continue;
        if (pattern == nullptr)
            pattern = child;
        else if (name == nullptr)
            name = child;
    }
    if (pattern != nullptr && pattern->kind == Kind::AsPattern) {
        name = pattern->children.size() > 1 ? pattern->children[1] : nullptr;
        pattern = pattern->children.empty() ? nullptr : pattern->children[0];
    }
    bool is_taken = pattern == nullptr;
    if (pattern != nullptr) {
        const Value wanted = evaluate(*pattern);
        if (is_interrupted()) return false;
        const std::vector<Value> classes =
            wanted.is(Type::Tuple) ? wanted.items() : std::vector<Value>{wanted};
        for (const Value& each : classes) {
            if (each.is(Type::Class)) is_taken = is_taken || is_instance(exception, each.cls());
        }
    }
    if (is_taken && name != nullptr) assign(*name, exception);
    return is_taken;
}

/// Makes unknown what the except clauses may change: a step of the body, which is not known, may raise.
void Evaluator::forget_handlers(const Node& try_statement) {
    for (const Node* clause : try_statement.children) {
        const Node* block = clause->kind == Kind::ExceptClause ? clause->child(Kind::Block) : nullptr;
        if (block == nullptr || takes_imports_only(*clause)) continue;
        const bool ends = std::any_of(block->children.begin(), block->children.end(), leaves);
        if (!ends) forget_changes(*block, unknown(message("python.may_raise")));
    }
}

void Evaluator::try_statement(const Node& node) {
    const Node* body = node.child(Field::Body);
    if (body == nullptr) return;
    const bool goes_on = does_without(node);
    const std::size_t doubts = doubtful_steps_;
    if (goes_on) ++tries_;
    execute_block(*body);
    if (goes_on) --tries_;
    if (flow_ == Flow::Next && doubtful_steps_ > doubts && forward_ == nullptr) forget_handlers(node);
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
    std::vector<Value> managers;
    if (const Node* clause = node.child(Kind::WithClause)) {
        for (const Node* entry : clause->children) {
            const Node* value_node = entry->child(Field::Value);
            if (value_node == nullptr) continue;
            const bool has_name = value_node->kind == Kind::AsPattern && value_node->children.size() > 1;
            const Value value = evaluate(has_name ? *value_node->children[0] : *value_node);
            if (is_interrupted()) return;
            const bool enters =
                value.is(Type::Instance) && value.instance().cls->find("__enter__") != nullptr;
            const Value entered = enters ? call_method(value, "__enter__") : value;
            if (is_interrupted()) return;
            if (enters) managers.push_back(value);
            if (has_name) assign(*value_node->children[1], entered);
            if (is_interrupted()) return;
        }
    }
    if (body != nullptr) execute_block(*body);
    while (!managers.empty() && !is_stopped()) {
        leave(managers.back());
        managers.pop_back();
    }
}

/// Calls __exit__ of a context; an exception ends there when it says so.
void Evaluator::leave(const Value& manager) {
    const Flow before = std::exchange(flow_, Flow::Next);
    const Value result = result_, exception = exception_;
    const Span span = exception_span_;
    const bool is_raised = before == Flow::Raise && exception.is(Type::Instance);
    const Value none = Value::none();
    const Value kind = is_raised ? Value::of(Type::Class, exception.instance().cls) : none;
    const Value is_handled = call_method(manager, "__exit__", {kind, is_raised ? exception : none, none});
    if (is_interrupted()) return;
    if (is_raised && decide(is_handled) == Truth::True) return;
    flow_ = before;
    result_ = result;
    exception_ = exception;
    exception_span_ = span;
}

void Evaluator::raise_statement(const Node& node) {
    if (node.children.empty()) {
        if (!handled_.empty())
            raise_instance(handled_.back());
        else
            raise("RuntimeError", "No active exception to reraise");
        return;
    }
    const Undecided undecided(*this);
    Value value = evaluate(*node.children[0]);
    if (is_interrupted()) return;
    if (value.is(Type::Class)) value = call(value, std::vector<Value>{});
    if (is_interrupted()) return;
    if (value.is(Type::Instance)) {
        const Node* cause = node.child(Field::Cause);
        if (cause != nullptr) value.instance().attributes.set("__cause__", evaluate(*cause));
        if (is_interrupted()) return;
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

}  // namespace paramscope::open::python
