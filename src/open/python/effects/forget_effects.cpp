// Makes unknown what a statement outside of functions may change that was not run to its end.
#include <utility>

#include "base/ranges.h"
#include "open/python/effects/effects.h"
#include "open/python/state/evaluator.h"
#include "open/python/state/interpreter.h"
#include "open/python/syntax/source_files.h"

namespace paramscope::open::python {
namespace {

/// True for a value whose methods and items, those of functions of the text aside, are no parts of a module.
bool has_no_parts(const Value& value) {
    const bool is_of_text = value.is(Type::Instance) && value.instance().module == nullptr &&
                            value.instance().cls->definition != nullptr &&
                            !value.instance().cls->unknown_base;
    return is_of_text || value.type <= Type::Tuple || value.is(Type::Tensor);
}

/// Of a text, whose effects are worked out; those of others are taken to be anything.
constexpr int kMostUnfinishedStatements = 50;

/// True for a function that gives values of libraries which are not known: no modules of the text.
bool gives_only_foreign_values(Evaluator& e, const FunctionObject& function) {
    const auto is_library = [&](std::string_view name) {
        if (function.closure != e.globals || function.info->names.contains(name)) return false;
        const auto found = e.globals->names.find(name);
        return found != e.globals->names.end() && found->second.is_unknown();
    };
    if (function.info->is_generator || function.is_lambda) return false;
    return all_of(changes_of(*function.body), [&](const Change& change) {
        const bool is_return = change.node->kind == Kind::ReturnStatement;
        return all_of(parts_of(is_return ? change.node : nullptr), [&](const Node* value) {
            return value->kind == Kind::Call && is_library(root_of(*value, true));
        });
    });
}

/// Visits all objects to which globals and modules lead, until `visit` says that it is enough. A global that
/// is `skipped` leads to nothing, nor does one that is a function of its own name.
void visit_objects(Evaluator& e, std::string_view skipped, const std::function<bool(const Value&)>& visit) {
    std::set<const Object*> seen;
    std::vector<Value> open;
    const auto add = [&](const Attributes& attributes) {
        for (const auto& [key, value] : attributes.entries) open.push_back(value);
    };
    const auto add_scope = [&](const Scope& scope) {
        for (const auto& [key, value] : scope.names) {
            const bool is_definition = value.is(Type::Function) && value.as<FunctionObject>().name == key;
            if (key != skipped && !is_definition) open.push_back(value);
        }
    };
    add_scope(*e.frames.scope->globals);
    for (InstanceObject* module : e.findings.modules) open.push_back(Value::of(Type::Instance, module));
    while (!open.empty()) {
        const Value value = open.back();
        open.pop_back();
        if (value.type < Type::Tuple || !seen.insert(value.object).second) continue;
        if (!e.step() || visit(value)) return;
        if (value.is(Type::Tuple) || value.is(Type::List)) {
            open.insert(open.end(), value.items().begin(), value.items().end());
        } else if (value.is(Type::Dict)) {
            for (const Dict::Entry& entry : value.as<Dict>().entries) open.push_back(entry.value);
        } else if (value.is(Type::Instance)) {
            add(value.instance().attributes);
        } else if (value.is(Type::Class)) {
            add(value.cls().attributes);
        } else if (value.is(Type::Function)) {
            const Scope* closure = value.as<FunctionObject>().closure;
            if (closure != nullptr && closure->globals != closure && seen.insert(closure).second)
                add_scope(*closure);
        }
    }
}

/// Returns the names of functions that something else than their own name leads to: methods aside, a call of
/// which names them.
std::set<std::string_view> held_functions(Evaluator& e) {
    std::set<std::string_view> names;
    visit_objects(e, {}, [&](const Value& value) {
        if (value.is(Type::Function) && value.as<FunctionObject>().owner == nullptr)
            names.insert(value.as<FunctionObject>().name);
        return false;
    });
    return names;
}

/// True when something else than the global of that name leads to the object.
bool is_held(Evaluator& e, const Object* object, std::string_view name) {
    bool is_found = false;
    visit_objects(e, name, [&](const Value& value) { return is_found = is_found || value.object == object; });
    return is_found || e.is_stopped();
}

}  // namespace

const TextEffects& text_effects(Evaluator& e) {
    if (e.uncertainty.text_effects == nullptr) {
        e.uncertainty.text_effects = std::make_shared<TextEffects>();
        e.uncertainty.text_effects->add_file(e.tree.root());
        if (e.imports.files != nullptr) {
            for (const SourceFile& file : e.imports.files->files()) {
                if (file.is_parsed()) e.uncertainty.text_effects->add_file(file.tree().root());
            }
        }
    }
    return *e.uncertainty.text_effects;
}

bool adds_modules(Evaluator& e, const Effects& effects) {
    return any_of(effects.assigned, [&](const Node* path) {
        const Flow before = std::exchange(e.control.flow, Flow::Next);
        const Value value = evaluate(e, *path);
        if (e.control.flow != Flow::Stop) e.control.flow = before;
        return (value.is(Type::Instance) && value.instance().module != nullptr) ||
               (value.is(Type::Class) && value.cls().derives_from(e.known.module));
    });
}

bool forget_effects(Evaluator& e, const Node& node, const Value& reason) {
    if (e.is_stopped() || ++e.uncertainty.unfinished_statements > kMostUnfinishedStatements) return false;
    const Effects effects = text_effects(e).of(node, held_functions(e));
    const auto global = [&](std::string_view name) -> const Value* {
        const auto found = e.frames.scope->globals->names.find(name);
        return found != e.frames.scope->globals->names.end() ? &found->second : nullptr;
    };
    const auto may_change = [&](const Handed& handed) {
        const Value* function = global(handed.receiver);
        const bool is_known = function != nullptr ? !function->is_unknown()
                                                  : e.builtins->names.contains(handed.receiver) ||
                                                        (handed.receiver != "self" &&
                                                         !usual_meaning(e, handed.receiver).is_unknown());
        const Value* value = global(handed.value);
        const bool makes_module =
            handed.is_result && value != nullptr &&
            (value->is(Type::Class) ||
             (value->is(Type::Function) && !gives_only_foreign_values(e, value->as<FunctionObject>())));
        const bool is_builtin = value == nullptr && e.builtins->names.contains(handed.value);
        const bool may_be_module = value == nullptr ? !is_builtin : value->is(Type::Instance) || makes_module;
        return !is_known && may_be_module;
    };
    if (effects.is_open || any_of(effects.handed, may_change) || adds_modules(e, effects)) return false;
    std::vector<std::string_view> containers;
    for (const std::string_view name : effects.changed) {
        const Value* value = global(name);
        if (value == nullptr) return false;
        if (is_container(*value)) {
            if (is_held(e, value->object, name)) return false;
            containers.push_back(name);
        } else if (!has_no_parts(*value)) {
            return false;
        }
    }
    const Flow before = std::exchange(e.control.flow, Flow::Next);
    for (const Change& change : changes_of(node)) {
        if (change.binds()) bind_name(e, change.node->text, reason);
    }
    for (const std::string_view name : containers) bind_name(e, name, reason);
    add_uncertain_attributes(e, effects.attributes);
    e.control.flow = before == Flow::Raise ? Flow::Next : before;
    return true;
}

void add_uncertain_attributes(Evaluator& e, const std::set<std::string_view>& names) {
    for (const std::string_view name : names)
        e.uncertainty.attributes[std::string(name)] = e.findings.modules.size();
}

/// Makes totals "about", once for an attribute.
static void doubt_attribute(Evaluator& e, std::string_view name, Span span) {
    const auto found = e.uncertainty.attributes.find(name);
    if (found == e.uncertainty.attributes.end()) return;
    e.uncertainty.has_assumptions = true;
    e.remark(Severity::Warning, message("python.attribute_uncertain", {{"name", name}}), span);
    e.uncertainty.attributes.erase(found);
}

void use_attribute(Evaluator& e, const ModuleState* module, std::string_view name) {
    if (e.uncertainty.attributes.empty()) return;
    const auto found = e.uncertainty.attributes.find(name);
    if (found == e.uncertainty.attributes.end() || (module != nullptr && module->number > found->second))
        return;
    if (e.uncertainty.reads) {
        e.uncertainty.reads->emplace(name, e.place());
    } else {
        doubt_attribute(e, name, e.place());
    }
}

bool settle_uncertain_reads(Evaluator& e, const Node& node, bool is_forgotten) {
    const auto reads = std::exchange(e.uncertainty.reads, std::nullopt);
    if (!reads || reads->empty()) return true;
    const bool is_call = node.kind == Kind::ExpressionStatement && node.child(Kind::Call) != nullptr;
    const auto reason = [&] {
        return e.unknown(message("python.attribute_uncertain", {{"name", reads->begin()->first}}));
    };
    if (is_forgotten || (is_call && forget_effects(e, node, reason()))) return false;
    for (const auto& [name, span] : *reads) doubt_attribute(e, name, span);
    return false;
}

}  // namespace paramscope::open::python
