#include "open/python/build.h"

#include <algorithm>
#include <optional>
#include <set>

#include "base/characters.h"
#include "base/concat.h"
#include "open/python/evaluator.h"
#include "open/python/forward_inputs.h"
#include "open/python/keras_code.h"
#include "open/python/source_files.h"
#include "open/python/write.h"

namespace paramscope::open::python {
namespace {

/// Evaluations of one text: each makes plain numbers of the hyper-parameters that decided the one before.
constexpr int kMostAttempts = 8;
constexpr std::size_t kMostNotes = 10;

bool is_module(const Value& value) {
    return value.is(Type::Instance) && value.instance().module != nullptr;
}

/// True when a node names the class anywhere but in its own definition.
bool mentions(const Node& node, const ClassObject& cls) {
    if (&node == cls.definition) return false;
    if (node.kind == Kind::Identifier && node.text == cls.name) return true;
    return std::any_of(node.children.begin(), node.children.end(),
                       [&](const Node* each) { return mentions(*each, cls); });
}

/// True when a statement or function outside of the classes names the class.
bool is_used_by_text(const Node& node, const ClassObject& cls) {
    if (node.kind == Kind::ClassDefinition) return false;
    if (node.kind == Kind::Identifier && node.text == cls.name) return true;
    return std::any_of(node.children.begin(), node.children.end(),
                       [&](const Node* each) { return is_used_by_text(*each, cls); });
}

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += concat(text.empty() ? "" : ", ", name);
    return text;
}

class Builder {
  public:
    Builder(const SyntaxTree& tree, const SyntaxTree* expression, const std::vector<Dims>& inputs,
            SourceFiles* files, std::set<std::string> pinned)
        : tree_(tree), expression_(expression), inputs_(inputs), evaluator_(tree, std::move(pinned)) {
        evaluator_.set_files(files);
    }

    Built build() {
        const std::vector<const Node*> asked = read_settings();
        for (const Node* each : asked) reserve_names(*each);
        evaluator_.run_text();
        if (evaluator_.is_stopped()) return stopped();
        InstanceObject* root = nullptr;
        evaluator_.watch_decisions(true,
                                   [&] { root = asked.empty() ? choose() : evaluate_expression(asked); });
        if (evaluator_.is_stopped()) return stopped();
        add_notes();
        if (root == nullptr) return std::move(built_);
        built_.expression = settings_ + built_.expression;
        if (!root->cls->is_library) class_ = root->cls->definition;
        std::vector<Remark> remarks;
        Traced traced;
        evaluator_.watch_decisions(true, [&] { traced = trace_forward(evaluator_, *root, inputs_); });
        evaluator_.watch_decisions(
            true, [&] { built_.model = write_module(evaluator_, *root, traced.pass.get(), &remarks); });
        if (evaluator_.is_stopped()) return stopped();
        add_inputs(traced);
        remarks.insert(remarks.end(), traced.remarks.begin(), traced.remarks.end());
        for (const Remark& remark : remarks) add_remark(remark);
        return std::move(built_);
    }

    Evaluator& evaluator() { return evaluator_; }
    /// The definition of the class that is built; nullptr for none of the text.
    const Node* built_class() const { return class_; }

    /// The module classes that no other class of the text uses; all when each is used.
    std::vector<ClassObject*> candidates() const {
        std::vector<ClassObject*> all, unused;
        for (ClassObject* cls : evaluator_.classes()) {
            if (!cls->derives_from(evaluator_.known.module)) continue;
            const std::optional<Value> bound = find_global(cls->name);
            if (!bound || !bound->is(Type::Class) || &bound->cls() != cls) continue;
            all.push_back(cls);
        }
        keep_classes_of_main_file(all);
        for (ClassObject* cls : all) {
            const bool is_used = std::any_of(all.begin(), all.end(), [&](const ClassObject* other) {
                return other != cls && other->definition != nullptr && mentions(*other->definition, *cls);
            });
            if (!is_used) unused.push_back(cls);
        }
        return unused.empty() ? all : unused;
    }

    /// The arguments of a class without a default, those aside that a config class of the text gives.
    std::vector<std::string> required_arguments(const ClassObject& cls) {
        std::vector<std::string> required;
        for (const Parameter& each : constructor_parameters(cls)) {
            if (is_required(each) && config_for(each) == nullptr) required.emplace_back(each.name);
        }
        return required;
    }

    /// The classes to choose from.
    std::vector<SourceClass> source_classes() {
        std::vector<SourceClass> classes;
        for (const ClassObject* cls : candidates()) classes.push_back({cls->name, required_arguments(*cls)});
        return classes;
    }

  private:
    static bool is_required(const Parameter& parameter) {
        return parameter.default_value == nullptr && !parameter.is_rest && !parameter.is_named_rest;
    }

    /// The parameters of a class's `__init__` behind `self`; none when that is no function of the text.
    static std::vector<Parameter> constructor_parameters(const ClassObject& cls) {
        const Value* initialize = cls.find("__init__");
        if (initialize == nullptr || !initialize->is(Type::Function)) return {};
        std::vector<Parameter> parameters = parameters_of(initialize->as<FunctionObject>());
        if (!parameters.empty()) parameters.erase(parameters.begin());
        return parameters;
    }

    /// Leaves out imported classes, unless there are no others.
    static void keep_classes_of_main_file(std::vector<ClassObject*>& classes) {
        const auto is_imported = [](const ClassObject* cls) {
            return cls->definition != nullptr && cls->definition->span.begin >= kFirstFilePlace;
        };
        if (!std::all_of(classes.begin(), classes.end(), is_imported)) std::erase_if(classes, is_imported);
    }

    std::optional<Value> find_global(std::string_view name) const {
        const auto& names = const_cast<Evaluator&>(evaluator_).globals().names;
        const auto found = names.find(name);
        return found == names.end() ? std::nullopt : std::optional<Value>(found->second);
    }

    Built stopped() {
        built_.model = Model();
        built_.diagnostics.push_back(
            {Severity::Error, *evaluator_.stop_reason(), evaluator_.exception_place(), ""});
        return std::move(built_);
    }

    void error(Message text, Span span = {}) {
        built_.diagnostics.push_back({Severity::Error, std::move(text), span, ""});
    }

    void add_inputs(const Traced& traced) {
        if (traced.pass == nullptr) return;
        built_.model.is_traced = true;
        std::string shapes;
        for (const Dims& shape : traced.inputs) {
            built_.model.inputs.push_back({shape, {}});
            shapes += concat(shapes.empty() ? "" : ", ", to_string(shape));
        }
        if (traced.is_assumed && inputs_.empty() && !shapes.empty())
            built_.diagnostics.push_back(
                {Severity::Note, message("python.forward_assumed", {{"shape", shapes}}), {}, ""});
    }

    /// Adds a remark once: a loop leaves the same remark with each pass.
    void add_remark(const Remark& remark) {
        const Diagnostics& present = built_.diagnostics;
        const bool is_present = std::any_of(present.begin(), present.end(), [&](const Diagnostic& each) {
            return each.span == remark.span && each.message == remark.message;
        });
        if (!is_present) built_.diagnostics.push_back({remark.severity, remark.message, remark.span, ""});
    }

    void add_notes() {
        std::size_t count = 0;
        for (const Remark& remark : evaluator_.remarks()) {
            if (remark.severity == Severity::Note && ++count > kMostNotes) continue;
            add_remark(remark);
        }
    }

    /// Keeps the config of a model of Keras, which has no module here.
    InstanceObject* take_keras(const Value& model, const std::string& expression) {
        Value reason;
        std::optional<std::string> config = keras_config(evaluator_, model, &reason);
        if (config) {
            built_.keras_config = std::move(*config);
        } else if (!evaluator_.is_interrupted() && !reason.is_unknown()) {
            error(message("python.not_a_module", {{"expression", expression}, {"type", type_name(model)}}));
        } else if (!evaluator_.is_interrupted()) {
            const Unknown& why = reason.as<Unknown>();
            error(message("python.unknown_model", {{"expression", expression}, {"reason", why.reason}}),
                  why.span);
        } else {
            module_from(Value::none(), expression);
        }
        built_.expression = expression;
        return nullptr;
    }

    InstanceObject* module_from(const Value& value, const std::string& expression) {
        if (evaluator_.flow() == Flow::Raise) {
            const Span span = evaluator_.exception_place();
            error(message("python.failed_build",
                          {{"type", expression}, {"exception", evaluator_.catch_exception()}}),
                  span);
            return nullptr;
        }
        if (evaluator_.is_stopped()) return nullptr;
        if (is_module(value)) return &value.instance();
        if (is_keras_layer(evaluator_, value)) return take_keras(value, expression);
        if (value.is_unknown()) {
            const Unknown& why = value.as<Unknown>();
            error(message("python.unknown_model", {{"expression", expression}, {"reason", why.reason}}),
                  why.span);
        } else {
            error(message("python.not_a_module", {{"expression", expression}, {"type", type_name(value)}}));
        }
        return nullptr;
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
                                        ? evaluator_.run_expression(*number)
                                        : Value();
                if (name == nullptr || !value.is(Type::Int)) break;
                evaluator_.set_number(name->text, value.integer);
                settings_ += concat(name->text, " = ", number->text, "; ");
            }
            statements.erase(statements.begin());
        }
        return statements;
    }

    /// Runs the statements of the expression; whole numbers that they give by name are hyper-parameters.
    InstanceObject* evaluate_expression(const std::vector<const Node*>& statements) {
        built_.expression = expression_->source().substr(statements.front()->span.begin);
        if (expression_->problem() || !expression_->unclosed().empty()) {
            error(message("python.syntax"));
            return nullptr;
        }
        const std::size_t calls_before = evaluator_.calls_of_text().size();
        Value value;
        for (const Node* statement : statements) {
            if (statement->kind == Kind::Token) continue;
            const bool is_value = statement->kind == Kind::ExpressionStatement &&
                                  !statement->children.empty() &&
                                  statement->child(Kind::Assignment) == nullptr;
            evaluator_.name_arguments_below(statement);
            if (!is_value) evaluator_.execute(*statement);
            value = is_value ? evaluator_.run_expression(*statement->children[0]) : Value();
            evaluator_.name_arguments_below(nullptr);
        }
        // A call of the model gives its inputs: `Net(64)(torch.randn(1, 64))`.
        const std::vector<ModuleCall>& calls = evaluator_.calls_of_text();
        const bool is_call = calls.size() > calls_before && value.is(Type::Tensor);
        return module_from(is_call ? Value::of(Type::Instance, calls.back().module) : value,
                           built_.expression);
    }

    /// Keeps the names that the expression gives for its values: `n_layer` of `GPT(GPTConfig(n_layer=2))`.
    void reserve_names(const Node& node) {
        if (node.kind == Kind::KeywordArgument && node.child(Field::Name) != nullptr)
            evaluator_.reserve_name(node.child(Field::Name)->text);
        for (const Node* child : node.children) reserve_names(*child);
    }

    /// The module that the text builds itself: the last global with parts; nullptr for none.
    InstanceObject* built_by_text() {
        InstanceObject* best = nullptr;
        std::size_t best_order = 0;
        std::string name;
        const std::vector<InstanceObject*>& modules = evaluator_.modules();
        for (const auto& [key, value] : evaluator_.globals().names) {
            if (!is_module(value)) continue;
            InstanceObject& instance = value.instance();
            const auto order = static_cast<std::size_t>(std::find(modules.begin(), modules.end(), &instance) -
                                                        modules.begin()) +
                               1;
            if (order > modules.size()) continue;
            if (is_empty(instance) || order <= best_order || !is_top(instance)) continue;
            best = &instance;
            best_order = order;
            name = key;
        }
        if (best != nullptr) built_.expression = name;
        return best;
    }

    /// True for a module without parts and tensors.
    bool is_empty(InstanceObject& instance) {
        const bool has_tensors = !evaluator_.own_tensors(instance, false).empty();  // which may find doubts
        const ModuleState& state = *instance.module;
        return !has_tensors && state.children.entries.empty() && state.doubts.empty();
    }

    /// True when no other global module holds it.
    bool is_top(const InstanceObject& instance) {
        for (const auto& [key, value] : evaluator_.globals().names) {
            if (!is_module(value) || &value.instance() == &instance) continue;
            std::vector<InstanceObject*> below;
            evaluator_.collect_modules(value.instance(), below);
            if (std::find(below.begin(), below.end(), &instance) != below.end()) return false;
        }
        return true;
    }

    /// The last expression statement of the text that is a module, or a layer of Keras: `nn.Conv2d(3, 96,
    /// 11)`.
    InstanceObject* last_expression() {
        const std::vector<const Node*>& statements = tree_.root().children;
        for (auto each = statements.rbegin(); each != statements.rend(); ++each) {
            if ((*each)->kind != Kind::ExpressionStatement || (*each)->children.size() != 1) continue;
            const Node& call = *(*each)->children[0];
            if (call.kind != Kind::Call) continue;
            const Value value = evaluator_.run_expression(call);
            if (evaluator_.flow() == Flow::Raise) evaluator_.clear_flow();
            if (is_keras_layer(evaluator_, value)) return take_keras(value, std::string(call.text));
            if (is_module(value)) {
                built_.expression = call.text;
                return &value.instance();
            }
        }
        return nullptr;
    }

    InstanceObject* choose() {
        if (InstanceObject* own = built_by_text()) return own;
        if (const auto made = find_keras_model(evaluator_)) return take_keras(made->model, made->expression);
        if (evaluator_.is_stopped()) return nullptr;
        const std::vector<ClassObject*> classes = candidates();
        if (classes.empty()) {
            InstanceObject* last = last_expression();
            if (last == nullptr && built_.expression.empty()) report_no_model();
            return last;
        }
        // The last one that can be built; what the last one lacks is the error when none can.
        const Diagnostics before = built_.diagnostics;
        Diagnostics first_failure;
        std::string first_expression;
        InstanceObject* empty = nullptr;  // a loss, an activation: the answer where there is no other
        std::string empty_expression;
        for (auto cls = classes.rbegin(); cls != classes.rend(); ++cls) {
            built_.diagnostics = before;
            InstanceObject* made = construct(**cls);
            if (evaluator_.is_stopped()) return nullptr;
            if (made != nullptr && cls != classes.rbegin() && fails_itself(first_failure, before.size()) &&
                is_used_by_text(tree_.root(), *classes.back()) && !is_used_by_text(tree_.root(), **cls)) {
                // The text works with the last one: another one is no answer.
                first_failure.push_back({Severity::Note,
                                         message("python.can_be_built", {{"expression", built_.expression}}),
                                         (*cls)->definition->child(Field::Name)->span, ""});
                built_.expression = first_expression;
                break;
            }
            if (made != nullptr && is_empty(*made) && !is_used_by_text(tree_.root(), **cls)) {
                if (empty == nullptr) empty_expression = built_.expression;
                if (empty == nullptr) empty = made;
                continue;
            }
            if (made != nullptr) {
                warn_of(first_failure, before.size());
                note_choice(**cls, classes);
                evaluator_.replace_failed_build(**cls, built_.expression);
                return made;
            }
            if (cls != classes.rbegin()) continue;
            first_failure = built_.diagnostics;
            first_expression = built_.expression;
        }
        if (empty != nullptr) {
            built_.diagnostics = before;
            built_.expression = empty_expression;
            note_choice(*empty->cls, classes);
            return empty;
        }
        built_.diagnostics = std::move(first_failure);
        return nullptr;
    }

    /// The error of a text that has nothing to build: a statement that was given up, else what it lacks.
    void report_no_model() {
        for (const Remark& remark : evaluator_.remarks()) {
            const std::string_view id = remark.message.id();
            if (id == "python.statement_too_long" || id == "python.statement_not_ended")
                return error(remark.message, remark.span);
        }
        const std::string& framework = evaluator_.other_framework();
        error(framework.empty() ? message("python.no_model")
                                : message("python.other_framework", {{"name", framework}}));
    }

    /// True when a class has an error besides arguments that it lacks.
    static bool fails_itself(const Diagnostics& failure, std::size_t from) {
        return std::any_of(
            failure.begin() + static_cast<std::ptrdiff_t>(from), failure.end(), [](const Diagnostic& each) {
                return each.severity == Severity::Error && each.message.id() != "python.missing_arguments";
            });
    }

    /// Adds the errors of a class in whose place another one is built, as warnings. That one class needs
    /// arguments and another does not is no error.
    void warn_of(const Diagnostics& failure, std::size_t from) {
        for (std::size_t i = from; i < failure.size(); ++i) {
            const bool lacks_arguments = failure[i].message.id() == "python.missing_arguments";
            if (failure[i].severity != Severity::Error || lacks_arguments) continue;
            built_.diagnostics.push_back(failure[i]);
            built_.diagnostics.back().severity = Severity::Warning;
        }
    }

    void note_choice(const ClassObject& cls, const std::vector<ClassObject*>& classes) {
        if (classes.size() < 2) return;
        std::vector<std::string> names;
        for (const ClassObject* each : classes) names.push_back(each->name);
        built_.diagnostics.push_back(
            {Severity::Note, message("python.chosen", {{"type", cls.name}, {"choices", joined(names)}}),
             cls.definition->span, ""});
    }

    /// A class of the text that a parameter of that name or annotation takes, and that needs no arguments.
    ClassObject* config_for(const Parameter& parameter) {
        std::string name = lowercase(parameter.name);
        if (name == "cfg" || name == "conf") name = "config";
        const std::string annotation =
            parameter.annotation != nullptr ? std::string(parameter.annotation->text) : "";
        ClassObject* found = nullptr;
        for (ClassObject* cls : evaluator_.classes()) {
            if (cls->derives_from(evaluator_.known.module) || cls->is_exception) continue;
            if (cls->name == annotation) return can_be_made(*cls) ? cls : nullptr;
            if (lowercase(cls->name).ends_with(name) && can_be_made(*cls)) {
                if (found != nullptr) return nullptr;  // several fit
                found = cls;
            }
        }
        return found;
    }

    static bool can_be_made(const ClassObject& cls) {
        if (cls.is_dataclass)
            return std::all_of(cls.fields.begin(), cls.fields.end(),
                               [&](const std::string& field) { return cls.find(field) != nullptr; });
        const Value* initialize = cls.find("__init__");
        const std::vector<Parameter> parameters = constructor_parameters(cls);
        return initialize == nullptr || (initialize->is(Type::Function) &&
                                         std::none_of(parameters.begin(), parameters.end(), is_required));
    }

    InstanceObject* construct(ClassObject& cls) {
        Arguments arguments;
        std::string shown = cls.name + "(";
        for (const Parameter& each : constructor_parameters(cls)) {
            if (each.is_rest || each.is_named_rest) continue;
            if (ClassObject* config = each.default_value == nullptr ? config_for(each) : nullptr) {
                Arguments none;
                arguments.named.emplace_back(std::string(each.name), evaluator_.construct(*config, none));
                shown += concat(shown.ends_with('(') ? "" : ", ", config->name, "()");
            }
        }
        const std::vector<std::string> missing = required_arguments(cls);
        if (!missing.empty()) return report_missing(cls, missing);
        shown += ")";
        built_.expression = shown;
        evaluator_.name_arguments_of(cls.definition);
        return module_from(evaluator_.construct(cls, arguments), shown);
    }

    InstanceObject* report_missing(const ClassObject& cls, const std::vector<std::string>& missing) {
        std::vector<std::string> given;
        for (const std::string& name : missing) given.push_back(concat(name, "=..."));
        error(message("python.missing_arguments",
                      {{"type", cls.name},
                       {"arguments", joined(missing)},
                       {"example", concat("model = ", cls.name, "(", joined(given), ")")}}),
              cls.definition->child(Field::Name)->span);
        return nullptr;
    }

    const SyntaxTree& tree_;
    const SyntaxTree* expression_;
    const std::vector<Dims>& inputs_;
    Evaluator evaluator_;
    Built built_;
    const Node* class_ = nullptr;
    std::string settings_;  ///< what the expression assigns before what it builds
};

void add_warning(Built& built, Message text, Span span, Basis basis) {
    built.diagnostics.insert(built.diagnostics.begin(), {Severity::Warning, std::move(text), span, ""});
    if (built.model.basis) built.model.basis = worst(*built.model.basis, basis);
}

/// Adds the first place that is no Python, and the first bracket that is not closed.
void add_problem(const SyntaxTree& tree, Built& built) {
    if (const auto problem = tree.problem()) {
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
        add_warning(built,
                    message("python.unclosed", {{"bracket", std::string(1, tree.source()[first->place])}}),
                    tree.span_of(*first), Basis::Approximate);
    }
}

}  // namespace

Built build(std::string_view source, std::string_view expression, const std::vector<Dims>& inputs,
            SourceFiles* files) {
    const SyntaxTree tree(source);
    std::optional<SyntaxTree> asked;
    if (!expression.empty()) asked.emplace(expression);
    std::set<std::string> pinned;
    std::set<std::string> shaping;
    const Node* named_class = nullptr;
    Built built;
    for (int attempt = 0;; ++attempt) {
        Builder builder(tree, asked ? &*asked : nullptr, inputs, files, pinned);
        builder.evaluator().name_arguments_of(named_class);
        built = builder.build();
        built.classes = builder.source_classes();
        shaping.insert(builder.evaluator().shaped_by().begin(), builder.evaluator().shaped_by().end());
        for (const auto& [name, value] : builder.evaluator().deciding_numbers()) {
            if (shaping.contains(name))
                built.numbers.push_back({name, value, builder.evaluator().written_number(name)});
        }
        const std::set<std::string>& decided = builder.evaluator().decided_by();
        const bool is_settled = std::includes(pinned.begin(), pinned.end(), decided.begin(), decided.end());
        const Node* cls = builder.built_class();
        const bool is_named = cls == nullptr || builder.evaluator().names_arguments_of(cls);
        if ((is_settled && is_named) || attempt > kMostAttempts) break;
        named_class = cls;
        pinned.insert(decided.begin(), decided.end());
        if (attempt == kMostAttempts) {
            for (const auto& [name, value] : builder.evaluator().hyper_parameters()) pinned.insert(name);
        }
    }
    if (files != nullptr) {
        for (const SourceFile& file : files->files()) add_problem(*file.tree, built);
    }
    add_problem(tree, built);
    return built;
}

std::string run(std::string_view source, Diagnostics* diagnostics) {
    const SyntaxTree tree(source);
    Evaluator evaluator(tree, {});
    evaluator.run_text();
    for (const Remark& remark : evaluator.remarks())
        diagnostics->push_back({remark.severity, remark.message, remark.span, ""});
    if (evaluator.is_stopped())
        diagnostics->push_back({Severity::Error, *evaluator.stop_reason(), evaluator.exception_place(), ""});
    return evaluator.output();
}

std::vector<SourceClass> module_classes(std::string_view source, SourceFiles* files) {
    const SyntaxTree tree(source);
    const std::vector<Dims> no_inputs;
    Builder builder(tree, nullptr, no_inputs, files, {});
    builder.evaluator().run_text();
    return builder.source_classes();
}

}  // namespace paramscope::open::python
