// Executes statements: one rule for each kind of node.
#include <algorithm>
#include <array>

#include "base/concat.h"
#include "base/ranges.h"
#include "open/python/effects/effects.h"
#include "open/python/imports/imports.h"
#include "open/python/run/rules.h"
#include "open/python/state/evaluator.h"
#include "open/python/state/interpreter.h"
#include "open/python/state/step_bound.h"

namespace paramscope::open::python {

using StatementRule = void (*)(Evaluator&, const Node&);

static void unsupported_statement(Evaluator& e, const Node& node) {
    if (node.kind == Kind::Error) return;
    const Value reason = e.unknown(message("python.unknown_syntax", {{"kind", node.name}}));
    forget_changes(e, node, reason);
}

/// Notes that a function has the statement `...`, in place of code that is not shown.
static void note_omission(Evaluator& e) {
    const Value reason = e.unknown(message("python.omission"));
    const Value self = e.frames.selves.empty() ? Value::none() : e.frames.selves.back();
    if (e.tracer != nullptr)
        e.tracer->mark_unknown(reason);
    else if (self.is(Type::Instance) && self.instance().module != nullptr)
        self.instance().module->doubts.push_back(reason);
}

static void expression_statement(Evaluator& e, const Node& node) {
    for (const Node* child : node.children) {
        if (child->kind == Kind::Assignment || child->kind == Kind::AugmentedAssignment) {
            execute(e, *child);
        } else if (child->kind == Kind::Ellipsis) {
            note_omission(e);
        } else if (child->kind != Kind::Token) {
            evaluate(e, *child);
        }
        if (e.is_interrupted()) return;
    }
}

static void return_statement(Evaluator& e, const Node& node) {
    const Value value = node.children.empty() ? Value::none() : evaluate(e, *node.children[0]);
    if (e.is_interrupted()) return;
    e.control.result = value;
    e.control.flow = Flow::Return;
}

static void pass_statement(Evaluator&, const Node&) {}

static void break_statement(Evaluator& e, const Node&) {
    e.control.flow = Flow::Break;
}

static void continue_statement(Evaluator& e, const Node&) {
    e.control.flow = Flow::Continue;
}

/// A decorator that was evaluated.
struct Decorator {
    const Node* written;  ///< behind its @
    Value value;
};

/// The name of what a decorator calls: "MODELS.register_module" of `@MODELS.register_module()`.
static std::string_view name_of_decorator(const Node& written) {
    const Node* called = &written;
    while (called->kind == Kind::Call && called->child(Field::Function) != nullptr)
        called = called->child(Field::Function);
    return called->text;
}

/// True for a decorator that notes a class or a function under a name, and gives it as it is.
static bool is_registration(std::string_view name) {
    const std::size_t dot = name.rfind('.');
    return name.substr(dot == std::string_view::npos ? 0 : dot + 1).starts_with("register");
}

/// Says once that a registration is taken to leave classes as they are.
static void note_registration(Evaluator& e, std::string_view name, const ClassObject& cls) {
    const bool is_noted = any_of(
        e.findings.remarks, [](const Remark& each) { return each.message.id() == "python.decorator_kept"; });
    if (!is_noted && cls.derives_from(e.known.module))
        e.remark(Severity::Note, message("python.decorator_kept", {{"name", name}, {"type", cls.name}}));
}

static void decorated_definition(Evaluator& e, const Node& node) {
    const Node* definition_node = node.child(Field::Definition);
    if (definition_node == nullptr) return;
    std::vector<Decorator> decorators;
    for (const Node* child : node.children) {
        if (child->kind != Kind::Decorator || child->children.empty()) continue;
        decorators.push_back({child->children[0], evaluate(e, *child->children[0])});
        if (e.is_interrupted()) return;
    }
    Value value = definition_node->kind == Kind::ClassDefinition ? make_class(e, *definition_node)
                                                                 : make_function(e, *definition_node);
    for (auto each = decorators.rbegin(); each != decorators.rend() && !e.is_interrupted(); ++each) {
        const Value plain = value;
        value = call(e, each->value, std::vector<Value>{value});
        const std::string_view name = name_of_decorator(*each->written);
        if (value.is(Type::Opaque) || (value.is_unknown() && is_registration(name))) {
            if (value.is_unknown() && plain.is(Type::Class)) note_registration(e, name, plain.cls());
            value = plain;
        }
        // A decorator that is not known may have changed the class.
        if (value.is_unknown() && plain.is(Type::Class)) {
            plain.cls().unknown_base = value;
            value = plain;
        }
    }
    const Node* name = definition_node->child(Field::Name);
    if (!e.is_interrupted() && name != nullptr) bind_name(e, name->text, value);
}

void execute(Evaluator& e, const Node& node) {
    struct Row {
        Kind kind;
        StatementRule rule;
    };
    static constexpr Row rows[] = {
        {Kind::ExpressionStatement, expression_statement},
        {Kind::Assignment, assignment},
        {Kind::AugmentedAssignment, augmented_assignment},
        {Kind::ReturnStatement, return_statement},
        {Kind::IfStatement, if_statement},
        {Kind::MatchStatement, match_statement},
        {Kind::ForStatement, for_statement},
        {Kind::WhileStatement, while_statement},
        {Kind::TryStatement, try_statement},
        {Kind::WithStatement, with_statement},
        {Kind::RaiseStatement, raise_statement},
        {Kind::AssertStatement, assert_statement},
        {Kind::PassStatement, pass_statement},
        {Kind::FutureImportStatement, pass_statement},
        {Kind::GlobalStatement, pass_statement},
        {Kind::NonlocalStatement, pass_statement},
        {Kind::BreakStatement, break_statement},
        {Kind::ContinueStatement, continue_statement},
        {Kind::DeleteStatement, delete_statement},
        {Kind::ImportStatement, import_statement},
        {Kind::ImportFromStatement, import_from_statement},
        {Kind::FunctionDefinition, definition},
        {Kind::ClassDefinition, definition},
        {Kind::DecoratedDefinition, decorated_definition},
    };
    static const auto by_kind = [] {
        std::array<StatementRule, static_cast<std::size_t>(Kind::Other) + 1> table{};
        for (const Row& row : rows) table[static_cast<std::size_t>(row.kind)] = row.rule;
        return table;
    }();
    if (e.is_interrupted() || !e.step()) return;
    if (e.budget.depth >= kDeepestEvaluation) {
        e.stop(message("python.too_deep"));
        return;
    }
    const Node* before = e.frames.here;
    if (is_of_source(e, node)) e.frames.here = &node;
    ++e.budget.depth;
    const StatementRule rule = by_kind[static_cast<std::size_t>(node.kind)];
    if (rule != nullptr) {
        rule(e, node);
    } else {
        unsupported_statement(e, node);
    }
    --e.budget.depth;
    e.frames.here = before;
}

void execute_block(Evaluator& e, const Node& block) {
    for (const Node* statement : block.children) {
        if (statement->kind == Kind::Token) continue;
        execute(e, *statement);
        if (e.is_interrupted()) return;
    }
}

void run_text(Evaluator& e) {
    e.imports.running.insert(e.globals);
    for (const Node* statement : e.tree.root().children) {
        if (statement->kind == Kind::Token) continue;
        run_top_level(e, *statement);
        if (e.is_stopped()) return;
    }
    e.imports.running.erase(e.globals);
}

/// Keeps a call of the main file that makes modules: `main()`.
static void note_making_call(Evaluator& e, const Node& node, std::size_t first_module, bool is_sure) {
    const bool is_call = node.kind == Kind::ExpressionStatement && node.children.size() == 1 &&
                         node.children[0]->kind == Kind::Call;
    if (is_call && e.frames.scope == e.globals && e.findings.modules.size() > first_module)
        e.findings.making_calls.push_back({node.children[0], first_module, is_sure});
}

/// Keeps which module classes a failed statement calls.
static void note_failed_builds(Evaluator& e, const Node& node, const std::string& exception, Span span) {
    const Node* function = node.kind == Kind::Call ? node.child(Field::Function) : nullptr;
    if (function != nullptr && function->kind == Kind::Identifier) {
        const auto found = e.globals->names.find(function->text);
        if (found != e.globals->names.end() && found->second.is(Type::Class) &&
            found->second.cls().derives_from(e.known.module))
            e.findings.failed_builds.push_back({&found->second.cls(), node.text, exception, span});
    }
    for (const Node* child : node.children) note_failed_builds(e, *child, exception, span);
}

/// Goes on behind a statement that takes too many steps. False where it may have changed a module.
static bool give_up_statement(Evaluator& e, const Node& node, bool makes_modules) {
    e.budget.is_given_up = false;
    e.control.stop_reason.reset();
    e.control.flow = Flow::Next;
    e.frames.here = &node;
    const Message reason = message("python.statement_too_long", {{"limit", kMostStatementSteps}});
    // `model = ...`: what it would be is not known.
    const bool is_model = makes_modules && node.child(Kind::Assignment) != nullptr;
    if (!is_model && forget_effects(e, node, e.unknown(reason))) {
        e.remark(Severity::Note, message("python.statement_not_ended", {{"limit", kMostStatementSteps}}));
        return true;
    }
    e.uncertainty.has_assumptions = true;
    e.remark(Severity::Warning, reason);
    forget_changes(e, node, e.unknown(reason), true);
    return false;
}

/// Runs a statement of the module; one that fails becomes a remark, and what it would have changed unknown.
void run_top_level(Evaluator& e, const Node& node) {
    e.frames.here = &node;
    if (node.kind == Kind::IfStatement) {
        // Each statement of `if __name__ == "__main__":` by itself.
        const Node* condition = node.child(Field::Condition);
        const Node* body = node.child(Field::Consequence);
        if (condition != nullptr && body != nullptr && condition->text.starts_with("__name__")) {
            if (e.frames.scope != e.globals) return;
            for (const Node* each : body->children) {
                if (each->kind != Kind::Token) run_top_level(e, *each);
                if (e.is_stopped()) return;
            }
            return;
        }
    }
    const std::size_t first_module = e.findings.modules.size();
    bool is_sure = true, is_forgotten = false;
    e.uncertainty.reads.emplace();
    {
        const StepBound bound(e, kMostStatementSteps);
        e.watch_decisions(false, [&] { execute(e, node); });
    }
    if (e.budget.is_given_up)
        is_sure = is_forgotten = give_up_statement(e, node, e.findings.modules.size() > first_module);
    if (e.control.flow == Flow::Raise) {
        const Span span = e.control.exception_place;
        const std::string exception = e.catch_exception();
        const Value reason = e.unknown(message("python.raised", {{"exception", exception}}));
        note_failed_builds(e, node, exception, span);
        is_sure = is_forgotten = forget_effects(e, node, reason);
        if (!is_sure) forget_changes(e, node, reason, true);
        e.findings.remarks.push_back(
            {Severity::Note,
             message("python.left_out", {{"reason", message("python.raised", {{"exception", exception}})}}),
             span});
    }
    if (e.control.flow != Flow::Stop) e.control.flow = Flow::Next;
    is_sure = settle_uncertain_reads(e, node, is_forgotten) && is_sure;
    note_making_call(e, node, first_module, is_sure);
}

void assume_unchanged(Evaluator& e, const Node& call, std::string_view text) {
    e.uncertainty.has_assumptions = true;
    e.remark(Severity::Warning, message("python.made_in_part", {{"call", text}}), call.span);
}

void replace_failed_build(Evaluator& e, const ClassObject& cls, std::string_view expression) {
    const auto failed = std::find_if(e.findings.failed_builds.rbegin(), e.findings.failed_builds.rend(),
                                     [&](const FailedBuild& each) { return each.cls == &cls; });
    if (failed == e.findings.failed_builds.rend()) return;
    e.uncertainty.has_assumptions = true;
    std::erase_if(e.findings.remarks, [&](const Remark& each) {
        return each.span == failed->span && each.message.id() == "python.left_out";
    });
    e.remark(Severity::Warning,
             message("python.built_in_place",
                     {{"call", failed->call}, {"exception", failed->exception}, {"expression", expression}}),
             failed->span);
}

void definition(Evaluator& e, const Node& node) {
    const Value value = node.kind == Kind::ClassDefinition ? make_class(e, node) : make_function(e, node);
    const Node* name = node.child(Field::Name);
    if (!e.is_interrupted() && name != nullptr) bind_name(e, name->text, value);
}

}  // namespace paramscope::open::python
