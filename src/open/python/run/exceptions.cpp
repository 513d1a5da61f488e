// Executes try, with, raise and assert.
#include <utility>

#include "base/concat.h"
#include "base/ranges.h"
#include "open/checkpoint/support/contents.h"
#include "open/python/effects/effects.h"
#include "open/python/libraries/libraries.h"
#include "open/python/run/rules.h"
#include "open/python/state/evaluator.h"
#include "open/python/state/interpreter.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {

namespace {

/// True for a statement that ends the program or raises.
bool leaves(const Node* statement) {
    return statement->kind == Kind::RaiseStatement || statement->text.starts_with("exit(") ||
           statement->text.starts_with("quit(") || statement->text.starts_with("sys.exit(");
}

/// True for `except ImportError:`.
bool takes_imports_only(const Node& clause) {
    return all_of(clause.children,
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
    return any_of(try_statement.children, [&](const Node* clause) {
        const Node* block = clause->kind == Kind::ExceptClause ? clause->child(Kind::Block) : nullptr;
        return block != nullptr && none_of(block->children, leaves);
    });
}

/// True where every except clause takes what imports raise, and nothing else.
bool takes_imports_only_everywhere(const Node& try_statement) {
    return all_of(try_statement.children, [](const Node* clause) {
        return clause->kind != Kind::ExceptClause || takes_imports_only(*clause);
    });
}

}  // namespace

/// True when an except clause takes the exception; binds its name.
static bool handles(Evaluator& e, const Node& clause, const Value& exception) {
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
        const Value wanted = evaluate(e, *pattern);
        if (e.is_interrupted()) return false;
        const std::vector<Value> classes =
            wanted.is(Type::Tuple) ? wanted.items() : std::vector<Value>{wanted};
        for (const Value& each : classes) {
            if (each.is(Type::Class)) is_taken = is_taken || is_instance(e, exception, each.cls());
        }
    }
    if (is_taken && name != nullptr) assign(e, *name, exception);
    return is_taken;
}

/// Makes unknown what the except clauses may change: a step of the body, which is not known, may raise.
static void forget_handlers(Evaluator& e, const Node& try_statement) {
    for (const Node* clause : try_statement.children) {
        const Node* block = clause->kind == Kind::ExceptClause ? clause->child(Kind::Block) : nullptr;
        if (block == nullptr || takes_imports_only(*clause)) continue;
        const bool ends = any_of(block->children, leaves);
        if (!ends) forget_changes(e, *block, e.unknown(message("python.may_raise")));
    }
}

/// True where running the statement may decide about a model: in a forward pass; in a method of a module;
/// and where it changes what an object holds, `net.a = b` or `layers.append(a)`.
static bool may_decide(Evaluator& e, const Node& statement) {
    const Value self = e.frames.selves.empty() ? Value::none() : e.frames.selves.back();
    const bool is_in_module = self.is(Type::Instance) && self.instance().module != nullptr;
    return e.tracer != nullptr || any_of(changes_of(statement), [&](const Change& change) {
               return change.does == Does::Assigns || change.does == Does::ChangesItems ||
                      (is_in_module && change.binds()) ||
                      (change.does == Does::Calls && changed_container(*change.node) != nullptr);
           });
}

/// Runs the body of a try statement. Totals are "about" where an except clause goes on after a step that is
/// not known, and the rest of the body, which is taken to run, may decide about a model.
static void run_body(Evaluator& e, const Node& body, bool goes_on) {
    const std::size_t doubts = e.uncertainty.doubtful_steps;
    bool is_cut = false;
    for (const Node* statement : body.children) {
        if (statement->kind == Kind::Token) continue;
        const bool may_be_left_out = goes_on && e.uncertainty.doubtful_steps > doubts;
        if (may_be_left_out && !is_cut && may_decide(e, *statement)) {
            is_cut = true;
            e.uncertainty.has_assumptions = true;
            e.remark(Severity::Warning, message("python.may_raise"), statement->span);
        }
        execute(e, *statement);
        if (e.is_interrupted()) return;
    }
}

void run_at_last(Evaluator& e, const Node& node) {
    const Node* last = node.child(Kind::FinallyClause);
    const Node* block = last == nullptr ? nullptr : last->child(Kind::Block);
    if (block == nullptr || e.is_stopped()) return;
    const Flow before = std::exchange(e.control.flow, Flow::Next);
    const Value result = e.control.result, exception = e.control.exception;
    execute_block(e, *block);
    if (e.is_interrupted()) return;
    e.control.flow = before;
    e.control.result = result;
    e.control.exception = exception;
}

void try_statement(Evaluator& e, const Node& node) {
    const Node* body = node.child(Field::Body);
    if (body == nullptr) return;
    const bool goes_on = does_without(node);
    const std::size_t doubts = e.uncertainty.doubtful_steps;
    if (goes_on) ++e.frames.tries;
    run_body(e, *body, goes_on && !takes_imports_only_everywhere(node));
    if (goes_on) --e.frames.tries;
    if (e.control.flow == Flow::Next && e.uncertainty.doubtful_steps > doubts && e.tracer == nullptr)
        forget_handlers(e, node);
    if (e.control.flow == Flow::Raise) {
        const Value exception = e.control.exception;
        const Span span = e.control.exception_place;
        e.control.flow = Flow::Next;
        bool is_handled = false;
        for (const Node* child : node.children) {
            if (child->kind != Kind::ExceptClause) continue;
            if (!handles(e, *child, exception)) {
                if (e.is_interrupted()) break;
                continue;
            }
            is_handled = true;
            e.frames.handled.push_back(exception);
            if (const Node* block = child->child(Kind::Block)) execute_block(e, *block);
            e.frames.handled.pop_back();
            break;
        }
        if (!is_handled && !e.is_interrupted()) {
            e.raise_instance(exception);
            e.control.exception_place = span;
        }
    } else if (!e.is_interrupted()) {
        if (const Node* alternative = node.child(Kind::ElseClause)) {
            if (const Node* else_body = alternative->child(Field::Body)) execute_block(e, *else_body);
        }
    }
    run_at_last(e, node);
}

/// Calls __exit__ of a context; an exception ends there when it says so.
static void leave(Evaluator& e, const Value& manager) {
    const Flow before = std::exchange(e.control.flow, Flow::Next);
    const Value result = e.control.result, exception = e.control.exception;
    const Span span = e.control.exception_place;
    const bool is_raised = before == Flow::Raise && exception.is(Type::Instance);
    const Value none = Value::none();
    const Value kind = is_raised ? Value::of(Type::Class, exception.instance().cls) : none;
    const Value is_handled = call_method(e, manager, "__exit__", {kind, is_raised ? exception : none, none});
    if (e.is_interrupted()) return;
    if (is_raised && decide(e, is_handled) == Truth::True) return;
    e.control.flow = before;
    e.control.result = result;
    e.control.exception = exception;
    e.control.exception_place = span;
}

/// Runs the body of `with torch.no_grad():`, after which the tensors that it has bound have no gradient.
static void execute_without_gradients(Evaluator& e, const Node& body) {
    const NameTable<Value> before = e.frames.scope->names;
    execute_block(e, body);
    if (e.tracer == nullptr || e.is_stopped()) return;
    for (auto& [name, value] : e.frames.scope->names) {
        const auto known = before.find(name);
        if (!value.is(Type::Tensor)) continue;
        const bool is_same = known != before.end() && known->second.is(Type::Tensor) &&
                             &known->second.tensor() == &value.tensor();
        if (is_same) continue;
        Arguments arguments;
        arguments.positional = {value};
        if (const auto detached = e.tracer->call_function("detach", arguments)) value = *detached;
    }
}

void with_statement(Evaluator& e, const Node& node) {
    const Node* body = node.child(Field::Body);
    std::vector<Value> managers;
    bool has_gradients = true;
    if (const Node* clause = node.child(Kind::WithClause)) {
        for (const Node* entry : clause->children) {
            const Node* value_node = entry->child(Field::Value);
            if (value_node == nullptr) continue;
            const bool has_name = value_node->kind == Kind::AsPattern && value_node->children.size() > 1;
            const Value value = evaluate(e, has_name ? *value_node->children[0] : *value_node);
            if (e.is_interrupted()) return;
            const bool enters =
                value.is(Type::Instance) && value.instance().cls->find("__enter__") != nullptr;
            const Value entered = enters ? call_method(e, value, "__enter__") : value;
            if (e.is_interrupted()) return;
            if (enters) managers.push_back(value);
            has_gradients =
                has_gradients && !(value.is(Type::Builtin) && value.as<BuiltinObject>().name == kNoGradients);
            if (has_name) assign(e, *value_node->children[1], entered);
            if (e.is_interrupted()) return;
        }
    }
    if (body != nullptr) has_gradients ? execute_block(e, *body) : execute_without_gradients(e, *body);
    while (!managers.empty() && !e.is_stopped()) {
        leave(e, managers.back());
        managers.pop_back();
    }
}

void raise_statement(Evaluator& e, const Node& node) {
    if (node.children.empty()) {
        if (!e.frames.handled.empty())
            e.raise_instance(e.frames.handled.back());
        else
            e.raise("RuntimeError", "No active exception to reraise");
        return;
    }
    const Undecided undecided(e.decisions);
    Value value = evaluate(e, *node.children[0]);
    if (e.is_interrupted()) return;
    if (value.is(Type::Class)) value = call(e, value, std::vector<Value>{});
    if (e.is_interrupted()) return;
    if (value.is(Type::Instance)) {
        const Node* cause = node.child(Field::Cause);
        if (cause != nullptr) value.instance().attributes.set("__cause__", evaluate(e, *cause));
        if (e.is_interrupted()) return;
        e.raise_instance(value);
    } else {
        e.raise("Exception", "");
    }
}

void assert_statement(Evaluator& e, const Node& node) {
    if (node.children.empty()) return;
    const Undecided undecided(e.decisions);
    const Value condition = evaluate(e, *node.children[0]);
    if (e.is_interrupted()) return;
    const Truth decided = truth(e, condition);
    if (decided == Truth::True) learn_from_condition(e, *node.children[0], true);
    if (e.is_interrupted() || decided != Truth::False || asks_machine(*node.children[0])) return;
    note_unmet_condition(e, *node.children[0], true);
    std::string sentence = node.children.size() > 1 ? "" : std::string(node.children[0]->text);
    if (node.children.size() > 1) {
        const Value text = evaluate(e, *node.children[1]);
        if (e.is_interrupted()) return;
        sentence = text.is_unknown() ? "" : to_text(e, text);
        if (e.is_interrupted()) return;
    }
    e.raise("AssertionError", sentence);
}

Value Evaluator::raise(std::string_view exception, std::string_view sentence) {
    if (is_stopped()) return Value::none();
    ClassObject* cls = find_class(*this, exception);
    auto* instance = make<InstanceObject>();
    instance->cls = cls != nullptr ? cls : known.exception;
    instance->attributes.set("args", tuple({text(std::string(sentence))}));
    return raise_instance(Value::of(Type::Instance, instance));
}

Value Evaluator::raise_instance(const Value& exception) {
    if (is_stopped()) return Value::none();
    control.exception = exception;
    control.exception_place = place();
    control.exception_hint.reset();
    control.flow = Flow::Raise;
    return unknown(message("python.raised", {{"exception", exception_text(exception)}}));
}

std::string Evaluator::exception_text(const Value& exception) {
    if (!exception.is(Type::Instance)) return "Exception";
    const InstanceObject& instance = exception.instance();
    const Value* args = instance.attributes.find("args");
    std::string what;
    if (args != nullptr && args->is(Type::Tuple) && !args->items().empty()) {
        const Value& first = args->items().front();
        what = first.is(Type::Str) ? first.str() : represent(*this, first);
    }
    constexpr std::size_t kLongest = 300;
    if (what.size() > kLongest) what = what.substr(0, kLongest) + "...";
    what = sanitize_text(what);
    return what.empty() ? instance.cls->name : concat(instance.cls->name, ": ", what);
}

Value Evaluator::take_exception() {
    control.flow = Flow::Next;
    return control.exception;
}

std::string Evaluator::catch_exception() {
    return exception_text(take_exception());
}

}  // namespace paramscope::open::python
