#include "open/python/build/choice.h"

#include <algorithm>
#include <compare>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "open/python/build/keras_code.h"
#include "open/python/build/likelihood.h"
#include "open/python/modules/modules.h"
#include "open/python/state/interpreter.h"

namespace paramscope::open::python {
namespace {

/// The names in statements and functions outside of classes.
void collect_names(const Node& node, std::set<std::string_view>& names) {
    if (node.kind == Kind::ClassDefinition) return;
    if (node.kind == Kind::Identifier) names.insert(node.text);
    for (const Node* each : node.children) collect_names(*each, names);
}

std::string joined(const std::vector<std::string>& names) {
    constexpr std::size_t kMostNames = 20;
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), kMostNames); ++i)
        text += concat(text.empty() ? "" : ", ", names[i]);
    return names.size() > kMostNames ? text + ", ..." : text;
}

/// A global of the text that is a module.
struct GlobalModel {
    ClassRole role = ClassRole::Model;
    bool is_own = true;        ///< no constructor of another module made it: it is no part that was taken out
    std::ptrdiff_t order = 0;  ///< in which it was made
    std::string name;

    friend bool operator<(const GlobalModel& a, const GlobalModel& b) {
        return std::tie(a.role, a.is_own, a.order, a.name) < std::tie(b.role, b.is_own, b.order, b.name);
    }
};

/// A name of each.
std::vector<std::string> names_of_models(const std::vector<GlobalModel>& models) {
    std::vector<std::string> names;
    std::ptrdiff_t last = -1;
    for (const GlobalModel& each : models) {
        if (each.order != last) names.push_back(each.name);
        last = each.order;
    }
    return names;
}

bool is_missing_arguments(const Diagnostic& diagnostic) {
    return diagnostic.message.id() == "python.missing_arguments";
}

/// The errors of a class beside another that can be built; that one needs arguments is none.
Diagnostics as_warnings(const Diagnostics& diagnostics) {
    Diagnostics warnings;
    for (const Diagnostic& each : diagnostics) {
        if (each.severity != Severity::Error || is_missing_arguments(each)) continue;
        warnings.push_back(each);
        warnings.back().severity = Severity::Warning;
    }
    return warnings;
}

}  // namespace

/// What constructing a candidate gave: a module, or nullptr and why not.
struct Choice::Attempt {
    const Candidate* candidate = nullptr;
    InstanceObject* module = nullptr;
    std::string expression = {};
    Diagnostics diagnostics = {};

    /// True for an error besides arguments that are missing.
    bool fails_in_code() const {
        return any_of(diagnostics, [](const Diagnostic& each) {
            return each.severity == Severity::Error && !is_missing_arguments(each);
        });
    }
};

void Choice::error(Message text, Span span) {
    built_.diagnostics.push_back({Severity::Error, std::move(text), span, ""});
}

// Values ----------------------------------------------------------------------------------------------------

/// Keeps the config of a model of Keras, which has no module here.
InstanceObject* Choice::take_keras(const Value& model, const std::string& expression) {
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
        take(Value::none(), expression);
    }
    built_.expression = expression;
    return nullptr;
}

void Choice::begin_expression() {
    modules_before_ = evaluator_.findings.modules.size();
    calls_before_ = evaluator_.findings.calls.size();
}

InstanceObject* Choice::take(const Value& value, const std::string& expression) {
    if (evaluator_.control.flow == Flow::Raise) {
        const Span span = evaluator_.control.exception_place;
        error(message("python.failed_build",
                      {{"type", expression}, {"exception", evaluator_.catch_exception()}}),
              span);
        return nullptr;
    }
    if (evaluator_.is_stopped()) return nullptr;
    if (is_module(value)) return &value.instance();
    if (is_keras_layer(evaluator_, value)) return take_keras(value, expression);
    const std::vector<ModuleCall>& calls = evaluator_.findings.calls;
    if (value.is(Type::Tensor) && calls.size() > calls_before_) return calls.back().module;
    if (value.is_unknown()) {
        const Unknown& why = value.as<Unknown>();
        error(message("python.unknown_model", {{"expression", expression}, {"reason", why.reason}}),
              why.span);
        return nullptr;
    }
    if (value.is(Type::None)) {
        if (InstanceObject* made = last_whole_module(modules_before_, nullptr)) return made;
    }
    error(message("python.not_a_module", {{"expression", expression}, {"type", type_name(value)}}));
    return nullptr;
}

// What the text builds --------------------------------------------------------------------------------------

/// The module that the text builds itself: the last global with parts, or one without where these are
/// taken; nullptr for none.
InstanceObject* Choice::built_by_text(bool takes_empty) {
    const std::vector<InstanceObject*>& modules = evaluator_.findings.modules;
    std::vector<GlobalModel> found;
    const auto add = [&](std::string_view name, InstanceObject& instance) {
        const auto place = std::find(modules.begin(), modules.end(), &instance);
        if (place == modules.end() || !is_top(instance)) return;
        if (!takes_empty && is_empty(instance)) return;
        found.push_back({role_of(instance.cls->name), !instance.module->is_inner, place - modules.begin(),
                         std::string(name)});
    };
    for (const auto& [key, value] : evaluator_.globals->names) {
        if (is_module(value)) add(key, value.instance());
    }
    for (const auto& [name, instance] : evaluator_.findings.replaced_modules) {
        if (evaluator_.globals->names[name].is_unknown()) add(name, *instance);
    }
    if (found.empty()) return nullptr;
    sort(found);
    if (found.back().role == ClassRole::Loss && has_class_of_models()) return nullptr;
    built_.expression = found.back().name;
    InstanceObject* last = modules[static_cast<std::size_t>(found.back().order)];
    const std::vector<std::string> names = names_of_models(found);
    if (names.size() > 1)
        built_.diagnostics.push_back(
            {Severity::Note,
             message("python.chosen_model", {{"name", built_.expression}, {"choices", joined(names)}}),
             last->span, ""});
    return last;
}

/// True when the text has a class of modules that is no loss.
bool Choice::has_class_of_models() {
    return any_of(candidates_.classes(),
                  [](const Candidate& each) { return role_of(each.name) != ClassRole::Loss; });
}

/// The last module that is made by a call at the top of the text, which does not give it: `main()`. One of a
/// class that no other uses.
InstanceObject* Choice::made_by_call() {
    const auto& calls = evaluator_.findings.making_calls;
    if (calls.empty()) return nullptr;
    std::set<const ClassObject*> wanted;
    for (const Candidate& each : candidates_.classes()) wanted.insert(&each.callee.cls());
    for (auto call = calls.rbegin(); call != calls.rend(); ++call) {
        InstanceObject* made = last_whole_module(call->first_module, &wanted);
        if (made == nullptr) continue;
        built_.expression = call->node->text;
        if (!call->is_sure) assume_unchanged(evaluator_, *call->node, built_.expression);
        return made;
    }
    return nullptr;
}

/// Of the modules that were made from `first` on, the last one that is whole, no part of another, and has
/// parts: of one of these classes, or where none are given of a class of the text before others. nullptr for
/// none.
InstanceObject* Choice::last_whole_module(std::size_t first, const std::set<const ClassObject*>* classes) {
    const std::vector<InstanceObject*> modules = evaluator_.findings.modules;
    std::set<const InstanceObject*> parts;
    for (const InstanceObject* module : modules) {
        for (const auto& [name, child] : module->module->children.entries) {
            if (is_module(child)) parts.insert(&child.instance());
        }
    }
    InstanceObject* found = nullptr;
    for (std::size_t i = first; i < modules.size(); ++i) {
        InstanceObject* each = modules[i];
        if (!each->module->is_whole || parts.contains(each) || is_empty(*each)) continue;
        const bool is_wanted = classes != nullptr
                                   ? classes->contains(each->cls)
                                   : found == nullptr || found->cls->is_library || !each->cls->is_library;
        if (is_wanted && (found == nullptr || role_of(each->cls->name) >= role_of(found->cls->name)))
            found = each;
    }
    return found;
}

/// True for a module without parts and tensors.
bool Choice::is_empty(InstanceObject& instance) {
    const bool has_tensors = !own_tensors(evaluator_, instance, false).empty();  // which may find doubts
    const ModuleState& state = *instance.module;
    return !has_tensors && state.children.entries.empty() && state.doubts.empty();
}

/// True when the module or one below it has parameters, or may have.
bool Choice::has_weights(InstanceObject& instance) {
    std::vector<InstanceObject*> modules;
    collect_modules(instance, modules);
    return any_of(modules, [&](InstanceObject* module) {
        const auto tensors = own_tensors(evaluator_, *module, false);  // which may find doubts
        const auto& children = module->module->children.entries;
        return !tensors.empty() || !module->module->doubts.empty() ||
               any_of(children, [](const auto& child) { return child.second.is_unknown(); });
    });
}

/// True when no other global module holds it.
bool Choice::is_top(const InstanceObject& instance) {
    for (const auto& [key, value] : evaluator_.globals->names) {
        if (!is_module(value) || &value.instance() == &instance) continue;
        std::vector<InstanceObject*> below;
        collect_modules(value.instance(), below);
        if (contains(below, &instance)) return false;
    }
    return true;
}

/// The last expression statement of the text that is a module, or a layer of Keras: `nn.Conv2d(3, 96, 11)`.
InstanceObject* Choice::last_expression() {
    const std::vector<const Node*>& statements = tree_.root().children;
    for (auto each = statements.rbegin(); each != statements.rend(); ++each) {
        if ((*each)->kind != Kind::ExpressionStatement || (*each)->children.size() != 1) continue;
        const Node& call = *(*each)->children[0];
        if (call.kind != Kind::Call) continue;
        const Value value = evaluate(evaluator_, call);
        if (evaluator_.control.flow == Flow::Raise) evaluator_.control.flow = Flow::Next;
        if (is_keras_layer(evaluator_, value)) return take_keras(value, std::string(call.text));
        if (is_module(value)) {
            built_.expression = call.text;
            return &value.instance();
        }
    }
    return nullptr;
}

// Classes and factories -------------------------------------------------------------------------------------

InstanceObject* Choice::choose() {
    if (InstanceObject* own = built_by_text(false)) return own;
    if (const auto made = find_keras_model(evaluator_)) return take_keras(made->model, made->expression);
    if (InstanceObject* made = made_by_call()) return made;
    if (evaluator_.is_stopped()) return nullptr;
    const std::vector<Candidate> classes = candidates_.classes();
    if (!classes.empty()) return choose_class(classes);
    if (InstanceObject* last = last_expression()) return last;
    if (!built_.expression.empty() || evaluator_.is_stopped()) return nullptr;
    const std::vector<Candidate> factories = candidates_.factories();
    if (InstanceObject* made = choose_factory(factories)) return made;
    if (!factories.empty() && !evaluator_.is_stopped()) {
        construct(factories.front());
    } else if (!evaluator_.is_stopped()) {
        if (InstanceObject* own = built_by_text(true)) return own;
        report_no_model();
    }
    return nullptr;
}

Choice::Attempt Choice::attempt(const Candidate& candidate) {
    Diagnostics before = std::exchange(built_.diagnostics, {});
    Attempt attempt{&candidate, construct(candidate)};
    attempt.expression = std::exchange(built_.expression, {});
    attempt.diagnostics = std::exchange(built_.diagnostics, std::move(before));
    return attempt;
}

/// Takes what an attempt gave, one of the candidates `from`.
InstanceObject* Choice::take(const Attempt& attempt, const std::vector<Candidate>& from, Diagnostics others) {
    built_.expression = attempt.expression;
    for (const Diagnostics* each : {&attempt.diagnostics, static_cast<const Diagnostics*>(&others)})
        built_.diagnostics.insert(built_.diagnostics.end(), each->begin(), each->end());
    if (attempt.module != nullptr) note_choice(*attempt.candidate, from);
    return attempt.module;
}

/// The likeliest class that can be built; where that lacks arguments a factory, or values that its arguments'
/// names suggest, go before other classes.
InstanceObject* Choice::choose_class(const std::vector<Candidate>& classes) {
    const std::vector<Candidate> factories = candidates_.factories();
    std::set<std::string_view> names;
    collect_names(tree_.root(), names);
    std::optional<Attempt> failed;  // the first
    std::optional<Attempt> empty;   // without weights, as a loss: the answer where there is no other
    const std::vector<Candidate> ordered = in_order_of_likelihood(evaluator_, tree_.root(), classes);
    for (auto each = ordered.rbegin(); each != ordered.rend(); ++each) {
        Attempt made = attempt(*each);
        if (evaluator_.is_stopped()) return take(made, classes);
        const bool is_used = names.contains(each->name);
        if (made.module != nullptr && !has_weights(*made.module) && !is_used) {
            if (!empty) empty = std::move(made);
            continue;
        }
        const bool fails_in_code = failed && failed->fails_in_code();
        if (made.module != nullptr && fails_in_code && names.contains(failed->candidate->name) && !is_used) {
            // The text works with the class that fails: another one is no answer.
            failed->diagnostics.push_back({Severity::Note,
                                           message("python.can_be_built", {{"expression", made.expression}}),
                                           each->definition->child(Field::Name)->span, ""});
            break;
        }
        if (made.module != nullptr) {
            replace_failed_build(evaluator_, each->callee.cls(), made.expression);
            return take(made, classes, failed ? as_warnings(failed->diagnostics) : Diagnostics());
        }
        if (failed) continue;
        failed = std::move(made);
        if (failed->fails_in_code()) continue;
        if (InstanceObject* other = choose_factory(factories)) return other;
        if (evaluator_.is_stopped()) return nullptr;
    }
    if (empty && (!failed || failed->fails_in_code())) return take(*empty, classes);
    take(*failed, classes);
    if (failed->fails_in_code()) return nullptr;
    built_.suggestions = {{failed->candidate->name, candidates_.required_arguments(*failed->candidate)}};
    for (const Candidate& each : factories)
        built_.suggestions.push_back({each.name, candidates_.required_arguments(each)});
    return nullptr;
}

/// The first factory that needs no arguments and gives a module.
InstanceObject* Choice::choose_factory(const std::vector<Candidate>& factories) {
    constexpr int kMostFactories = 3;
    int attempts = 0;
    for (const Candidate& each : factories) {
        if (!candidates_.required_arguments(each).empty() || ++attempts > kMostFactories) continue;
        const Attempt made = attempt(each);
        if (evaluator_.is_stopped() || (made.module != nullptr && !is_empty(*made.module)))
            return take(made, factories);
    }
    return nullptr;
}

InstanceObject* Choice::construct(const Candidate& candidate) {
    const std::vector<std::string> missing = candidates_.required_arguments(candidate);
    if (!missing.empty()) return report_missing(candidate, missing);
    Arguments arguments;
    std::string shown;
    for (const Parameter& each : Candidates::parameters(candidate)) {
        const Candidates::Config config = candidates_.config_for(each);
        if (config.text.empty()) continue;
        Arguments none;
        arguments.named.emplace_back(
            std::string(each.name),
            config.cls != nullptr ? python::construct(evaluator_, *config.cls, none) : config.value);
        shown += concat(shown.empty() ? "" : ", ", each.is_keyword_only ? concat(each.name, "=") : "",
                        config.text);
        if (config.all.size() > 1)
            built_.diagnostics.push_back(
                {Severity::Note,
                 message("python.chosen_config", {{"name", config.text}, {"choices", joined(config.all)}}),
                 candidate.definition->child(Field::Name)->span, ""});
    }
    built_.expression = concat(candidate.name, "(", shown, ")");
    if (candidate.callee.is(Type::Class)) evaluator_.decisions.named_class = candidate.definition;
    begin_expression();
    return take(call(evaluator_, candidate.callee, arguments), built_.expression);
}

InstanceObject* Choice::report_missing(const Candidate& candidate, const std::vector<std::string>& missing) {
    built_.suggestions.push_back({candidate.name, missing});
    error(message("python.missing_arguments",
                  {{"type", candidate.name},
                   {"arguments", joined(missing)},
                   {"example", concat("model = ", suggested_call(built_.suggestions.back()))}}),
          candidate.definition->child(Field::Name)->span);
    return nullptr;
}

/// The error of a text that has nothing to build: a statement that was given up, else what it lacks.
void Choice::report_no_model() {
    for (const Remark& remark : evaluator_.findings.remarks) {
        const std::string_view id = remark.message.id();
        if (id == "python.statement_too_long" || id == "python.statement_not_ended")
            return error(remark.message, remark.span);
    }
    const std::string& framework = evaluator_.imports.other_framework;
    if (!framework.empty()) return error(message("python.other_framework", {{"name", framework}}));
    for (const ClassObject* cls : evaluator_.definitions.classes) {
        // Its base may be a module: what it derives from is not known.
        if (!cls->unknown_base || cls->definition == nullptr) continue;
        return error(message("python.unknown_model", {{"expression", cls->name},
                                                      {"reason", cls->unknown_base->as<Unknown>().reason}}),
                     cls->definition->child(Field::Name)->span);
    }
    const Binding model = last_model();
    if (model.value.is_unknown()) {
        const Unknown& why = model.value.as<Unknown>();
        return error(message("python.unknown_model", {{"expression", model.name}, {"reason", why.reason}}),
                     why.span);
    }
    const Value* type =
        model.value.is(Type::Dict) ? model.value.as<Dict>().find(*key_of(evaluator_.text("type"))) : nullptr;
    if (type != nullptr && type->is(Type::Str))
        return error(message("python.registered_model", {{"name", model.name}, {"type", type->str()}}));
    error(evaluator_.globals->names.contains("_base_") ? message("python.base_configs")
                                                       : message("python.no_model"));
}

/// The last name at the top of the text that is called a model or a net, and its value.
Choice::Binding Choice::last_model() const {
    Binding last;
    for (const Node* statement : tree_.root().children) {
        const Node* assignment = statement->child(Kind::Assignment);
        const Node* name = assignment != nullptr ? assignment->child(Field::Left) : nullptr;
        if (name == nullptr || name->kind != Kind::Identifier) continue;
        const std::string lower = lowercase(name->text);
        if (lower.find("model") == std::string::npos && lower.find("net") == std::string::npos) continue;
        const auto found = evaluator_.globals->names.find(name->text);
        if (found != evaluator_.globals->names.end()) last = {std::string(name->text), found->second};
    }
    return last;
}

void Choice::note_choice(const Candidate& chosen, const std::vector<Candidate>& from) {
    if (from.size() < 2) return;
    std::vector<std::string> names;
    for (const Candidate& each : from) names.push_back(each.name);
    Message note = chosen.callee.is(Type::Function)
                       ? message("python.chosen_factory", {{"type", chosen.name}, {"choices", joined(names)}})
                       : message("python.chosen", {{"type", chosen.name}, {"choices", joined(names)}});
    built_.diagnostics.push_back({Severity::Note, std::move(note), chosen.definition->span, ""});
}

std::vector<SourceClass> Choice::source_classes() const {
    std::vector<SourceClass> found;
    for (const Candidate& each : candidates_.classes())
        found.push_back({each.name, candidates_.required_arguments(each)});
    for (const Candidate& each : candidates_.factories())
        found.push_back({each.name, candidates_.required_arguments(each)});
    return found;
}

}  // namespace paramscope::open::python
