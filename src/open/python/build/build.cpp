#include "open/python/build/build.h"

#include <algorithm>
#include <optional>
#include <set>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "open/python/build/choice.h"
#include "open/python/build/missing_parts.h"
#include "open/python/build/transformers_model.h"
#include "open/python/build/write.h"
#include "open/python/builtins/builtins.h"
#include "open/python/libraries/configured_modules.h"
#include "open/python/modules/modules.h"
#include "open/python/state/evaluator.h"
#include "open/python/state/interpreter.h"
#include "open/python/syntax/source_files.h"
#include "open/python/trace/forward_inputs.h"

namespace paramscope::open::python {
namespace {

/// Evaluations of one text: each makes plain numbers of the hyper-parameters that decided the one before.
constexpr int kMostAttempts = 12;
constexpr std::size_t kMostNotes = 10;

/// Gives a new evaluator what code finds without importing it.
void prepare(Evaluator& evaluator) {
    add_builtin_classes(evaluator);
    add_module_classes(evaluator);
    add_builtins(evaluator);
}

class Builder {
  public:
    Builder(const SyntaxTree& tree, const SyntaxTree* expression, const std::vector<Dims>& inputs,
            SourceFiles* files, const BuildSeries* series, std::set<std::string> pinned)
        : expression_(expression),
          inputs_(inputs),
          series_(series),
          evaluator_(tree, std::move(pinned)),
          choice_(evaluator_, tree, built_) {
        prepare(evaluator_);
        evaluator_.imports.files = files;
    }

    Built build() {
        const std::vector<const Node*> asked = read_settings();
        for (const Node* each : asked) reserve_names(*each);
        run_text(evaluator_);
        if (evaluator_.is_stopped()) return stopped();
        InstanceObject* root = nullptr;
        evaluator_.watch_decisions(
            true, [&] { root = asked.empty() ? choice_.choose() : evaluate_expression(asked); });
        if (evaluator_.is_stopped()) return stopped();
        add_notes();
        if (root == nullptr) return std::move(built_);
        add_unset_numbers();
        built_.expression = settings_ + built_.expression;
        const std::optional<TransformersModel> configured = transformers_model(evaluator_, *root);
        if (configured && configured->is_unchanged) {
            built_.transformers_config = configured->config;
            return std::move(built_);
        }
        doubt_missing_parts(evaluator_, *root);
        if (!root->cls->is_library) class_ = root->cls->definition;
        if (!needs_pass(*root)) return std::move(built_);
        std::vector<Remark> remarks;
        Traced traced;
        evaluator_.watch_decisions(true, [&] { traced = trace_forward(evaluator_, *root, inputs_); });
        if (evaluator_.decisions.has_ended_unsettled()) return std::move(built_);
        evaluator_.watch_decisions(
            true, [&] { built_.model = write_module(evaluator_, *root, traced.pass.get(), &remarks); });
        if (evaluator_.is_stopped()) return stopped();
        add_notes();  // writing may have left some
        add_inputs(traced);
        if (configured) built_.model.inputs = configured_inputs(configured->config);
        remarks.insert(remarks.end(), traced.remarks.begin(), traced.remarks.end());
        if (traced.pass)
            remarks.insert(remarks.end(), traced.pass->remarks.begin(), traced.pass->remarks.end());
        for (const Remark& remark : remarks) add_remark(remark);
        return std::move(built_);
    }

    Evaluator& evaluator() { return evaluator_; }
    /// The definition of the class that is built; nullptr for none of the text.
    const Node* built_class() const { return class_; }

    std::vector<SourceClass> source_classes() const { return choice_.source_classes(); }

  private:
    Built stopped() {
        if (evaluator_.decisions.has_ended_unsettled()) class_ = class_in_making();
        built_.model = Model();
        built_.diagnostics.push_back(
            {Severity::Error, *evaluator_.control.stop_reason, evaluator_.control.exception_place, ""});
        return std::move(built_);
    }

    /// The definition of the class whose constructor an evaluation was in that has ended; nullptr for none.
    const Node* class_in_making() const {
        for (const InstanceObject* each : evaluator_.findings.modules) {
            if (!each->module->is_whole) return each->cls->is_library ? nullptr : each->cls->definition;
        }
        return class_;
    }

    /// False for a model of a series whose forward pass tells nothing more.
    bool needs_pass(InstanceObject& root) {
        if (series_ == nullptr) return true;
        std::vector<Remark> remarks;
        evaluator_.watch_decisions(true,
                                   [&] { built_.model = write_module(evaluator_, root, nullptr, &remarks); });
        return series_->needs_pass(built_.model);
    }

    void add_inputs(const Traced& traced) {
        built_.model.is_traced = traced.pass != nullptr || traced.fits_no_input;
        if (traced.pass == nullptr) return;
        std::string shapes;
        for (const Dims& shape : traced.inputs) {
            built_.model.inputs.push_back({shape, {}});
            shapes += concat(shapes.empty() ? "" : ", ", to_string(shape));
        }
        define_symbols(traced.inputs);
        if (!traced.is_assumed || !inputs_.empty() || shapes.empty()) return;
        Message note = traced.pass->mismatch() ? message("python.forward_assumed_first", {{"shape", shapes}})
                                               : message("python.forward_assumed", {{"shape", shapes}});
        built_.diagnostics.push_back({Severity::Note, std::move(note), {}, ""});
    }

    /// Defines the hyper-parameters that only inputs name.
    void define_symbols(const std::vector<Dims>& shapes) {
        std::set<std::string> names;
        for (const Dims& shape : shapes) {
            for (const Polynomial& size : shape) {
                for (std::string& name : symbols(size)) names.insert(std::move(name));
            }
        }
        for (const Variable& each : built_.model.variables) names.erase(std::string(each.name));
        for (const auto& [name, value] : evaluator_.decisions.hyper_parameters()) {
            if (!names.contains(name) || evaluator_.decisions.is_usual_input_size(name, value)) continue;
            Variable variable;
            variable.name = name;
            variable.value = Polynomial(value);
            built_.model.variables.push_back(std::move(variable));
        }
    }

    /// Adds a remark once: a loop leaves the same remark with each pass.
    void add_remark(const Remark& remark) {
        const Diagnostics& present = built_.diagnostics;
        const bool is_present = any_of(present, [&](const Diagnostic& each) {
            return each.span == remark.span && each.message == remark.message;
        });
        if (!is_present) built_.diagnostics.push_back({remark.severity, remark.message, remark.span, ""});
    }

    void add_notes() {
        std::size_t count = 0;
        for (const Remark& remark : evaluator_.findings.remarks) {
            if (remark.severity == Severity::Note && ++count > kMostNotes) continue;
            add_remark(remark);
        }
    }

    /// Sets the hyper-parameters that the expression assigns before what it builds: `depth = 4; Net()`. Gives
    /// the other statements.
    std::vector<const Node*> read_settings() {
        if (expression_ == nullptr) return {};
        std::vector<const Node*> statements = expression_->root().children;
        while (!statements.empty()) {
            const Node& statement = *statements.front();
            const Node* assignment = statement.child(Kind::Assignment);
            if (statement.kind != Kind::Token) {
                if (assignment == nullptr) break;
                const Node *name = assignment->child(Field::Left), *number = assignment->child(Field::Right);
                const Value value = number != nullptr && number->kind == Kind::Integer
                                        ? evaluate(evaluator_, *number)
                                        : Value();
                if (name == nullptr || !value.is(Type::Int)) break;
                evaluator_.decisions.set_number(name->text, value.integer);
                settings_ += concat(name->text, " = ", number->text, "; ");
            }
            statements.erase(statements.begin());
        }
        return statements;
    }

    /// Warns of numbers that the expression sets and the text does not have, or has twice.
    void add_unset_numbers() {
        for (const std::string& name : evaluator_.decisions.unset_numbers())
            built_.diagnostics.push_back(
                {Severity::Warning, message("python.number_not_set", {{"name", name}}), {}, ""});
        for (const std::string& name : evaluator_.decisions.partly_set_numbers())
            built_.diagnostics.push_back(
                {Severity::Warning, message("python.number_partly_set", {{"name", name}}), {}, ""});
    }

    /// Runs the statements of the expression; whole numbers that they give by name are hyper-parameters.
    InstanceObject* evaluate_expression(const std::vector<const Node*>& statements) {
        built_.expression = expression_->source().substr(statements.front()->span.begin);
        if (expression_->problem() || !expression_->unclosed().empty()) {
            choice_.error(message("python.syntax"));
            return nullptr;
        }
        choice_.begin_expression();
        Value value;
        for (const Node* statement : statements) {
            if (statement->kind == Kind::Token) continue;
            const bool is_value = statement->kind == Kind::ExpressionStatement &&
                                  !statement->children.empty() &&
                                  statement->child(Kind::Assignment) == nullptr;
            evaluator_.decisions.named_below = statement;
            if (!is_value) execute(evaluator_, *statement);
            value = is_value ? evaluate(evaluator_, *statement->children[0]) : Value();
            evaluator_.decisions.named_below = nullptr;
        }
        return choice_.take(value, built_.expression);
    }

    /// Keeps the names that the expression gives for its values: `n_layer` of `GPT(GPTConfig(n_layer=2))`.
    void reserve_names(const Node& node) {
        if (node.kind == Kind::KeywordArgument && node.child(Field::Name) != nullptr)
            evaluator_.decisions.reserve_name(node.child(Field::Name)->text);
        for (const Node* child : node.children) reserve_names(*child);
    }

    const SyntaxTree* expression_;
    const std::vector<Dims>& inputs_;
    const BuildSeries* series_;
    Evaluator evaluator_;
    Built built_;
    Choice choice_;
    const Node* class_ = nullptr;
    std::string settings_;  ///< what the expression assigns before what it builds
};

void add_warning(Built& built, Message text, Span span, Basis basis) {
    built.diagnostics.insert(built.diagnostics.begin(), {Severity::Warning, std::move(text), span, ""});
    if (built.model.basis) built.model.basis = worst(*built.model.basis, basis);
}

/// What was put in where it was missing. A line can only end with its colon; a bracket and a comma may belong
/// elsewhere.
Message repair_message(const UnclosedBracket& repair, std::string_view source) {
    const std::string missing(1, repair.closer);
    if (repair.closer == ':') return message("python.no_colon", {{"missing", missing}});
    if (repair.closer == ',') return message("python.no_comma", {{"missing", missing}});
    return message("python.unclosed", {{"bracket", std::string(1, source[repair.place])}});
}

/// Adds the first place that is no Python, and the first bracket that is not closed.
void add_problem(const SyntaxTree& tree, Built& built) {
    if (const auto problem = tree.problem()) {
        // What could not be read of a statement is no second problem.
        std::erase_if(built.diagnostics, [&](const Diagnostic& each) {
            return each.severity == Severity::Warning && each.span.begin == problem->span.begin;
        });
        add_warning(built,
                    problem->expected.empty()
                        ? message("python.syntax")
                        : message("python.syntax_expected", {{"token", problem->expected}}),
                    problem->span, Basis::Partial);
    }
    if (!tree.unclosed().empty()) {
        const auto first = std::min_element(
            tree.unclosed().begin(), tree.unclosed().end(),
            [](const UnclosedBracket& a, const UnclosedBracket& b) { return a.place < b.place; });
        add_warning(built, repair_message(*first, tree.source()), tree.span_of(*first),
                    first->closer == ':' ? Basis::Exact : Basis::Approximate);
    }
}

}  // namespace

Built build(std::string_view source, std::string_view expression, const std::vector<Dims>& inputs,
            SourceFiles* files, BuildSeries* series) {
    const SyntaxTree tree(source);
    std::optional<SyntaxTree> asked;
    if (!expression.empty()) asked.emplace(expression);
    std::set<std::string> pinned, shaping;
    if (series != nullptr) {
        shaping = series->shaping;
        pinned = series->pinned;
    }
    const Node* named_class = nullptr;
    WholeQuotients quotients;
    Built built;
    for (int attempt = 0;; ++attempt) {
        Builder builder(tree, asked ? &*asked : nullptr, inputs, files, series, pinned);
        Decisions& decisions = builder.evaluator().decisions;
        decisions.named_class = named_class;
        decisions.may_end_unsettled = attempt <= kMostAttempts;
        decisions.set_whole_quotients(std::move(quotients));
        built = builder.build();
        built.classes = builder.source_classes();
        built.input_sizes = decisions.input_sizes();
        built.read_fields = builder.evaluator().findings.read_fields;
        shaping.insert(decisions.shaped_by().begin(), decisions.shaped_by().end());
        for (const auto& [name, value] : decisions.deciding_numbers()) {
            if (shaping.contains(name))
                built.numbers.push_back({name, value, decisions.written_number(name)});
        }
        const Node* cls = builder.built_class();
        const bool is_named = cls == nullptr || decisions.named_class == cls;
        if ((decisions.is_settled() && is_named && !decisions.has_outdated_formulas()) ||
            attempt > kMostAttempts)
            break;
        quotients = decisions.whole_quotients();
        if (cls != nullptr) named_class = cls;
        pinned.merge(decisions.to_pin());
        if (attempt == kMostAttempts) {
            for (const auto& [name, value] : decisions.hyper_parameters()) pinned.insert(name);
        }
    }
    if (series != nullptr) {
        for (const DecidingNumber& each : built.numbers) series->shaping.insert(each.name);
        series->pinned = pinned;
    }
    if (files != nullptr) {
        for (const SourceFile& file : files->files()) {
            if (file.is_parsed()) add_problem(file.tree(), built);
        }
    }
    add_problem(tree, built);
    return built;
}

std::string run(std::string_view source, Diagnostics* diagnostics, SourceFiles* files) {
    const SyntaxTree tree(source);
    Evaluator evaluator(tree, {});
    prepare(evaluator);
    evaluator.imports.files = files;
    run_text(evaluator);
    for (const Remark& remark : evaluator.findings.remarks)
        diagnostics->push_back({remark.severity, remark.message, remark.span, ""});
    if (evaluator.is_stopped())
        diagnostics->push_back(
            {Severity::Error, *evaluator.control.stop_reason, evaluator.control.exception_place, ""});
    return evaluator.findings.output;
}

std::vector<SourceClass> module_classes(std::string_view source, SourceFiles* files) {
    const SyntaxTree tree(source);
    const std::vector<Dims> no_inputs;
    Builder builder(tree, nullptr, no_inputs, files, nullptr, {});
    run_text(builder.evaluator());
    return builder.source_classes();
}

}  // namespace paramscope::open::python
