// Makes everything unknown that a statement may change which is not evaluated.
#include <utility>

#include "base/ranges.h"
#include "open/python/effects/effects.h"
#include "open/python/effects/possible_effects.h"
#include "open/python/state/evaluator.h"
#include "open/python/state/interpreter.h"
#include "open/python/syntax/source_files.h"

namespace paramscope::open::python {

namespace {

bool is_function_or_class(const Node& node) {
    return node.kind == Kind::FunctionDefinition || node.kind == Kind::ClassDefinition ||
           node.kind == Kind::Lambda;
}

bool has_statement(const Node& node, Kind kind) {
    if (node.kind == kind) return true;
    if (is_function_or_class(node)) return false;
    return any_of(node.children, [&](const Node* each) { return has_statement(*each, kind); });
}

/// True when running the node may end the loop around it, or one of its rounds.
bool may_leave_loop(const Node& node, Kind kind) {
    if (node.kind == kind) return true;
    if (is_function_or_class(node) || node.kind == Kind::ForStatement || node.kind == Kind::WhileStatement)
        return false;
    return any_of(node.children, [&](const Node* each) { return may_leave_loop(*each, kind); });
}

/// The name from which `pd.DataFrame(rows).head()` is computed; nullptr for others.
const Node* first_name(const Node& expression) {
    const Node* at = &expression;
    while (at != nullptr && at->kind != Kind::Identifier) {
        at = at->kind == Kind::Call        ? at->child(Field::Function)
             : at->kind == Kind::Attribute ? at->child(Field::Object)
                                           : nullptr;
    }
    return at;
}

/// True when each `return` of a function gives what a call of a library gives: `is_library` tells its name.
bool returns_only_of(const Node& node, const std::function<bool(std::string_view)>& is_library) {
    if (is_function_or_class(node)) return true;
    if (node.kind == Kind::ReturnStatement) {
        return all_of(node.children, [&](const Node* each) {
            const Node* name = each->kind == Kind::Call ? first_name(*each) : nullptr;
            return each->kind == Kind::Token || (name != nullptr && is_library(name->text));
        });
    }
    return all_of(node.children, [&](const Node* each) { return returns_only_of(*each, is_library); });
}

void collect_targets(const Node& target, std::vector<const Node*>& found) {
    if (target.kind == Kind::Identifier || target.kind == Kind::Attribute || target.kind == Kind::Subscript) {
        found.push_back(&target);
        return;
    }
    for (const Node* child : target.children) collect_targets(*child, found);
}

/// An object that a statement may change: one whose method it calls, or that it passes on.
struct Touched {
    const Node* object = nullptr;
    const Node* method = nullptr;
};

/// Methods of nn.Module that change no part of it.
constexpr std::string_view kHarmlessMethods[] = {
    "train",    "eval",           "parameters", "named_parameters", "modules", "named_modules",
    "children", "named_children", "state_dict", "zero_grad",        "to",      "cuda",
    "cpu",      "float",          "half",       "forward",
};

/// True when running a method's body changes no part of its module, as far as its text tells.
bool keeps_parts(const Node& node, const InstanceObject& module) {
    if (node.kind == Kind::DeleteStatement || node.kind == Kind::GlobalStatement) return false;
    if (node.kind == Kind::Assignment || node.kind == Kind::AugmentedAssignment) {
        const Node* left = node.child(Field::Left);
        if (left == nullptr || left->text.find_first_of(".[") != std::string_view::npos) return false;
    }
    const Node* function = node.kind == Kind::Call ? node.child(Field::Function) : nullptr;
    if (function != nullptr) {
        constexpr std::string_view kChanging[] = {"append", "extend",  "insert",  "apply",     "pop",
                                                  "update", "setattr", "delattr", "add_module"};
        const Node* member = function->child(Field::Attribute);
        const std::string_view name = member != nullptr ? member->text : function->text;
        const bool changes = contains(kChanging, name);
        const bool is_of_self = function->kind == Kind::Attribute && function->text.starts_with("self.");
        const Value* child = is_of_self ? module.module->children.find(function->text.substr(5)) : nullptr;
        if (changes || name.starts_with("register_") || (is_of_self && child == nullptr)) return false;
        const Node* arguments = node.child(Field::Arguments);
        for (const Node* each : arguments != nullptr ? arguments->children : std::vector<const Node*>{}) {
            if (each->text == "self") return false;
        }
    }
    return all_of(node.children, [&](const Node* each) { return keeps_parts(*each, module); });
}

bool method_keeps_parts(const InstanceObject& module, const Node* method) {
    if (method == nullptr) return false;
    const Value* member = module.cls->find(method->text);
    if (member == nullptr) return contains(kHarmlessMethods, method->text);
    return member->is(Type::Function) && member->as<FunctionObject>().body != nullptr &&
           keeps_parts(*member->as<FunctionObject>().body, module);
}

/// What a statement may change: targets of assignments, and objects whose methods it calls or that it passes
/// on.
void collect_changes(const Node& node, std::vector<const Node*>& targets, std::vector<Touched>& touched) {
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
                if (name->kind == Kind::DottedName && !name->children.empty())
                    targets.push_back(name->children[0]);
            }
            break;
        case Kind::Call:
            if (const Node* function = node.child(Field::Function)) {
                if (function->kind == Kind::Attribute)
                    touched.push_back({function->child(Field::Object), function->child(Field::Attribute)});
            }
            if (const Node* arguments = node.child(Field::Arguments)) {
                for (const Node* each : arguments->children) touched.push_back({each});
            }
            break;
        case Kind::Lambda:
            return;
        default:
            break;
    }
    for (const Node* child : node.children) collect_changes(*child, targets, touched);
}

/// True for `a.b.c`.
bool is_path_of_names(const Node& object) {
    const Node* at = &object;
    while (at != nullptr && at->kind == Kind::Attribute) at = at->child(Field::Object);
    return at != nullptr && at->kind == Kind::Identifier;
}

/// The name or the attribute of a name that holds the object: `self.a` for `self.a[0].b`.
const Node* holder_of(const Node* object) {
    while (object != nullptr) {
        const Node* inner = object->kind == Kind::Subscript   ? object->child(Field::Value)
                            : object->kind == Kind::Attribute ? object->child(Field::Object)
                                                              : nullptr;
        if (inner == nullptr || (object->kind == Kind::Attribute && inner->kind == Kind::Identifier)) break;
        object = inner;
    }
    return object;
}

/// True for a value whose methods and items, those of functions of the text aside, are no parts of a module.
bool has_no_parts(const Value& value) {
    const bool is_of_text = value.is(Type::Instance) && value.instance().module == nullptr &&
                            value.instance().cls->definition != nullptr &&
                            !value.instance().cls->unknown_base;
    return is_of_text || value.is(Type::Tensor) || value.is_unknown();
}

}  // namespace

void forget_changes(Evaluator& e, const Node& node, const Value& reason) {
    if (e.is_stopped()) return;
    if (e.tracer != nullptr) e.tracer->mark_unknown(reason);
    const Flow before = std::exchange(e.control.flow, Flow::Next);
    std::vector<const Node*> targets;
    std::vector<Touched> touched;
    collect_changes(node, targets, touched);
    for (const Node* target : targets) {
        if (target->kind == Kind::Identifier) {
            bind_name(e, target->text, reason);
        } else if (target->kind == Kind::Attribute) {
            const Node* object = target->child(Field::Object);
            const bool is_path = is_path_of_names(*object);
            const std::optional<Value> owner = object->kind == Kind::Identifier ? lookup(e, object->text)
                                               : is_path ? std::optional(evaluate(e, *object))
                                                         : std::nullopt;
            if (!is_path) touched.push_back({object});
            if (owner && e.control.flow == Flow::Next && !owner->is_unknown())
                set_attribute(e, *owner, private_name(*target->child(Field::Attribute)), reason);
        } else if (target->kind == Kind::Subscript) {
            touched.push_back({target->child(Field::Value)});
        }
        if (e.control.flow == Flow::Raise) e.control.flow = Flow::Next;
    }
    for (const auto& [object, method] : touched) {
        const Node* each = holder_of(object);
        if (each == nullptr || (each->kind != Kind::Identifier && each->kind != Kind::Attribute)) continue;
        const Value value = evaluate(e, *each);
        if (e.control.flow == Flow::Raise) e.control.flow = Flow::Next;
        if (value.is(Type::Instance) && value.instance().module != nullptr) {
            if (each == object && method_keeps_parts(value.instance(), method)) continue;
            value.instance().module->doubts.push_back(reason);
        } else if ((value.is(Type::List) || value.is(Type::Dict) || value.is(Type::Set)) &&
                   each->kind == Kind::Identifier) {
            bind_name(e, each->text, reason);
        } else if ((value.is(Type::List) || value.is(Type::Dict)) && each->kind == Kind::Attribute) {
            // A list or dict of its own stays one, and is no part of a module.
            const Node* owner_node = each->child(Field::Object);
            const Value owner = owner_node != nullptr ? evaluate(e, *owner_node) : Value();
            const std::string_view name = each->child(Field::Attribute)->text;
            const bool is_own = owner.is(Type::Instance) && owner.instance().attributes.find(name) != nullptr;
            if (is_own)
                owner.instance().attributes.set(name, reason);
            else
                assign(e, *each, reason);
            if (e.control.flow == Flow::Raise) e.control.flow = Flow::Next;
        }
    }
    e.control.flow = before == Flow::Raise ? Flow::Next : before;
    const bool may_leave = has_statement(node, Kind::ReturnStatement);
    if (may_leave && !e.frames.functions.empty() && e.control.flow == Flow::Next) {
        // The rest of the function runs or does not.
        if (!e.frames.selves.empty() && e.frames.selves.back().is(Type::Instance) &&
            e.frames.selves.back().instance().module != nullptr)
            e.frames.selves.back().instance().module->doubts.push_back(reason);
        e.control.result = reason;
        e.control.flow = Flow::Return;
    }
    if (e.tracer != nullptr && e.control.flow == Flow::Next) {
        // Work that may not be done is no part of "at least".
        if (may_leave_loop(node, Kind::BreakStatement))
            e.control.flow = Flow::Break;
        else if (may_leave_loop(node, Kind::ContinueStatement))
            e.control.flow = Flow::Continue;
    }
}

const TextEffects& text_effects(Evaluator& e) {
    if (e.uncertainty.text_effects == nullptr) {
        e.uncertainty.text_effects = std::make_shared<TextEffects>();
        e.uncertainty.text_effects->add_file(e.tree.root());
        if (e.imports.files != nullptr) {
            for (const SourceFile& file : e.imports.files->files())
                e.uncertainty.text_effects->add_file(file.tree->root());
        }
    }
    return *e.uncertainty.text_effects;
}

/// Of a text, whose effects are worked out; those of others are taken to be anything.
constexpr int kMostUnfinishedStatements = 50;

/// True for a function that gives values of libraries which are not known: no modules of the text.
static bool gives_only_foreign_values(Evaluator& e, const FunctionObject& function) {
    const auto is_library = [&](std::string_view name) {
        if (function.closure != e.globals || function.info->names.contains(name)) return false;
        const auto found = e.globals->names.find(name);
        return found != e.globals->names.end() && found->second.is_unknown();
    };
    return !function.info->is_generator && !function.is_lambda && returns_only_of(*function.body, is_library);
}

/// Visits all objects to which globals and modules lead, until `visit` says that it is enough. A global that
/// is `skipped` leads to nothing, nor does one that is a function of its own name.
static void visit_objects(Evaluator& e, std::string_view skipped,
                          const std::function<bool(const Value&)>& visit) {
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

/// The names of functions that something else than their own name leads to: methods aside, a call of which
/// names them.
static std::set<std::string_view> held_functions(Evaluator& e) {
    std::set<std::string_view> names;
    visit_objects(e, {}, [&](const Value& value) {
        if (value.is(Type::Function) && value.as<FunctionObject>().owner == nullptr)
            names.insert(value.as<FunctionObject>().name);
        return false;
    });
    return names;
}

/// True when something else than the global of that name leads to the object.
static bool is_held(Evaluator& e, const Object* object, std::string_view name) {
    bool is_found = false;
    visit_objects(e, name, [&](const Value& value) { return is_found = is_found || value.object == object; });
    return is_found || e.is_stopped();
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
    if (effects.is_open || any_of(effects.handed, may_change)) return false;
    std::vector<std::string_view> containers;
    for (const std::string_view name : effects.changed) {
        const Value* value = global(name);
        if (value == nullptr) return false;
        if (value->is(Type::List) || value->is(Type::Dict) || value->is(Type::Set)) {
            if (is_held(e, value->object, name)) return false;
            containers.push_back(name);
        } else if (!has_no_parts(*value)) {
            return false;
        }
    }
    std::vector<const Node*> targets;
    std::vector<Touched> touched;
    collect_changes(node, targets, touched);
    const Flow before = std::exchange(e.control.flow, Flow::Next);
    for (const Node* target : targets) {
        if (target->kind == Kind::Identifier) bind_name(e, target->text, reason);
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
