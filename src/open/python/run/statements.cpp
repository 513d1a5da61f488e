// Executes statements: one rule for each kind of node.
#include <algorithm>
#include <array>

#include "base/concat.h"
#include "open/python/run/evaluator.h"
#include "open/python/run/step_bound.h"
#include "open/python/trace/forward.h"

namespace paramscope::open::python {

using StatementRule = void (Evaluator::*)(const Node&);

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
        {Kind::MatchStatement, &Evaluator::match_statement},
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
    remark(severity, std::move(text), place());
}

void Evaluator::remark(Severity severity, Message text, Span span) {
    constexpr std::size_t kMostRemarks = 100;
    if (remarks_.size() < kMostRemarks) remarks_.push_back({severity, std::move(text), span});
}

void Evaluator::run_text() {
    running_.insert(globals_);
    for (const Node* statement : tree_.root().children) {
        if (statement->kind == Kind::Token) continue;
        run_top_level(*statement);
        if (is_stopped()) return;
    }
    running_.erase(globals_);
}

/// Runs a statement of the module; one that fails becomes a remark, and what it would have changed unknown.
void Evaluator::run_top_level(const Node& node) {
    here_ = &node;
    if (node.kind == Kind::IfStatement) {
        // Each statement of `if __name__ == "__main__":` by itself.
        const Node* condition = node.child(Field::Condition);
        const Node* body = node.child(Field::Consequence);
        if (condition != nullptr && body != nullptr && condition->text.starts_with("__name__")) {
            if (scope_ != globals_) return;
            for (const Node* each : body->children) {
                if (each->kind != Kind::Token) run_top_level(*each);
                if (is_stopped()) return;
            }
            return;
        }
    }
    const std::size_t first_module = modules_.size();
    bool is_sure = true, is_forgotten = false;
    uncertain_reads_.emplace();
    {
        const StepBound bound(*this, kMostStatementSteps);
        watch_decisions(false, [&] { execute(node); });
    }
    if (is_given_up_) is_sure = is_forgotten = give_up_statement(node, modules_.size() > first_module);
    if (flow_ == Flow::Raise) {
        const Span span = exception_span_;
        const std::string exception = catch_exception();
        const Value reason = unknown(message("python.raised", {{"exception", exception}}));
        note_failed_builds(node, exception, span);
        is_sure = is_forgotten = forget_effects(node, reason);
        if (!is_sure) forget_changes(node, reason);
        remarks_.push_back(
            {Severity::Note,
             message("python.left_out", {{"reason", message("python.raised", {{"exception", exception}})}}),
             span});
    }
    if (flow_ != Flow::Stop) flow_ = Flow::Next;
    is_sure = settle_uncertain_reads(node, is_forgotten) && is_sure;
    note_making_call(node, first_module, is_sure);
}

/// Keeps a call of the main file that makes modules: `main()`.
void Evaluator::note_making_call(const Node& node, std::size_t first_module, bool is_sure) {
    const bool is_call = node.kind == Kind::ExpressionStatement && node.children.size() == 1 &&
                         node.children[0]->kind == Kind::Call;
    if (is_call && scope_ == globals_ && modules_.size() > first_module)
        making_calls_.push_back({node.children[0], first_module, is_sure});
}

void Evaluator::assume_unchanged(const Node& call, std::string_view text) {
    has_assumptions_ = true;
    remark(Severity::Warning, message("python.made_in_part", {{"call", text}}), call.span);
}

/// Keeps which module classes a failed statement calls.
void Evaluator::note_failed_builds(const Node& node, const std::string& exception, Span span) {
    const Node* function = node.kind == Kind::Call ? node.child(Field::Function) : nullptr;
    if (function != nullptr && function->kind == Kind::Identifier) {
        const auto found = globals_->names.find(function->text);
        if (found != globals_->names.end() && found->second.is(Type::Class) &&
            found->second.cls().derives_from(known.module))
            failed_builds_.push_back({&found->second.cls(), node.text, exception, span});
    }
    for (const Node* child : node.children) note_failed_builds(*child, exception, span);
}

void Evaluator::replace_failed_build(const ClassObject& cls, std::string_view expression) {
    const auto failed = std::find_if(failed_builds_.rbegin(), failed_builds_.rend(),
                                     [&](const FailedBuild& each) { return each.cls == &cls; });
    if (failed == failed_builds_.rend()) return;
    has_assumptions_ = true;
    std::erase_if(remarks_, [&](const Remark& each) {
        return each.span == failed->span && each.message.id() == "python.left_out";
    });
    remark(Severity::Warning,
           message("python.built_in_place",
                   {{"call", failed->call}, {"exception", failed->exception}, {"expression", expression}}),
           failed->span);
}

/// Goes on behind a statement that takes too many steps. False where it may have changed a module.
bool Evaluator::give_up_statement(const Node& node, bool makes_modules) {
    is_given_up_ = false;
    stop_reason_.reset();
    flow_ = Flow::Next;
    here_ = &node;
    const Message reason = message("python.statement_too_long", {{"limit", kMostStatementSteps}});
    // `model = ...`: what it would be is not known.
    const bool is_model = makes_modules && node.child(Kind::Assignment) != nullptr;
    if (!is_model && forget_effects(node, unknown(reason))) {
        remark(Severity::Note, message("python.statement_not_ended", {{"limit", kMostStatementSteps}}));
        return true;
    }
    has_assumptions_ = true;
    remark(Severity::Warning, reason);
    forget_changes(node, unknown(reason));
    return false;
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
        } else if (child->kind == Kind::Ellipsis) {
            note_omission();
        } else if (child->kind != Kind::Token) {
            evaluate(*child);
        }
        if (is_interrupted()) return;
    }
}

/// `...` as a statement of a function stands for code that is not shown.
void Evaluator::note_omission() {
    const Value reason = unknown(message("python.omission"));
    const Value self = selves_.empty() ? Value::none() : selves_.back();
    if (forward_ != nullptr)
        forward_->mark_unknown(reason);
    else if (self.is(Type::Instance) && self.instance().module != nullptr)
        self.instance().module->doubts.push_back(reason);
}

void Evaluator::return_statement(const Node& node) {
    const Value value = node.children.empty() ? Value::none() : evaluate(*node.children[0]);
    if (is_interrupted()) return;
    result_ = value;
    flow_ = Flow::Return;
}

void Evaluator::pass_statement(const Node&) {}

void Evaluator::break_statement(const Node&) {
    flow_ = Flow::Break;
}

void Evaluator::continue_statement(const Node&) {
    flow_ = Flow::Continue;
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
    Value value = definition_node->kind == Kind::ClassDefinition ? make_class(*definition_node)
                                                                 : make_function(*definition_node);
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

}  // namespace paramscope::open::python
