// Classes: their order of resolution, what their definitions make, dataclasses.
#include <algorithm>

#include "base/concat.h"
#include "base/ranges.h"
#include "open/python/effects/effects.h"
#include "open/python/imports/imports.h"
#include "open/python/run/members.h"
#include "open/python/run/rules.h"
#include "open/python/state/evaluator.h"
#include "open/python/state/interpreter.h"
#include "open/python/values/enumerations.h"

namespace paramscope::open::python {

/// Puts the order of a class's only base behind it; false when interrupted.
static bool follow_base(Evaluator& e, ClassObject& cls) {
    for (ClassObject* each : cls.bases.front()->order) {
        if (!e.step()) return false;
        cls.order.push_back(each);
    }
    return true;
}

/// Orders a class and its bases as Python does (C3); false when their orders contradict one another.
static bool linearize(Evaluator& e, ClassObject& cls) {
    cls.order = {&cls};
    if (cls.bases.size() == 1) return follow_base(e, cls);
    std::vector<std::vector<ClassObject*>> lists;
    for (ClassObject* base : cls.bases) lists.push_back(base->order);
    lists.push_back(cls.bases);
    while (true) {
        std::erase_if(lists, [](const auto& each) { return each.empty(); });
        if (lists.empty()) return true;
        ClassObject* next = nullptr;
        for (const auto& candidate : lists) {
            const bool is_free = none_of(lists, [&](const auto& each) {
                return std::find(each.begin() + 1, each.end(), candidate.front()) != each.end();
            });
            if (is_free) {
                next = candidate.front();
                break;
            }
        }
        if (next == nullptr || !e.step()) return false;
        cls.order.push_back(next);
        for (auto& each : lists) {
            if (!each.empty() && each.front() == next) each.erase(each.begin());
        }
    }
}

ClassObject* add_class(Evaluator& e, std::string name, std::vector<ClassObject*> bases) {
    auto* cls = e.make<ClassObject>();
    cls->name = std::move(name);
    cls->bases = std::move(bases);
    cls->is_library = true;
    cls->is_of_torch = true;
    for (const ClassObject* base : cls->bases) cls->is_exception = cls->is_exception || base->is_exception;
    linearize(e, *cls);
    return cls;
}

ClassObject* find_class(Evaluator& e, std::string_view name) {
    const auto found = e.definitions.builtin_classes.find(name);
    return found == e.definitions.builtin_classes.end() ? nullptr : found->second;
}

namespace {

/// Adds a field for `name: type` or `name: type = value` in the body of a class, which dataclasses need.
void note_field(const Node& statement, ClassObject& cls) {
    if (statement.kind != Kind::ExpressionStatement || statement.children.empty()) return;
    const Node& assignment = *statement.children[0];
    if (assignment.kind != Kind::Assignment) return;
    const Node *target = assignment.child(Field::Left), *type = assignment.child(Field::Type);
    if (target == nullptr || type == nullptr || target->kind != Kind::Identifier) return;
    const bool is_known = contains(cls.fields, target->text);
    if (!is_known && !type->text.starts_with("ClassVar")) cls.fields.emplace_back(target->text);
}

/// Makes the names of a class's body its attributes, in order of the text; functions among them belong to it.
void adopt_names(const Scope& scope, ClassObject& cls) {
    std::vector<std::pair<std::string_view, Value>> names(scope.names.begin(), scope.names.end());
    sort(names, [](const auto& a, const auto& b) { return a.first.data() < b.first.data(); });
    for (const auto& [name, member] : names) {
        cls.attributes.set(private_name(name, cls.name), member);
        const Value* function = &member;
        if (member.is(Type::Descriptor)) function = &member.as<DescriptorObject>().function;
        if (function->is(Type::Function) && function->as<FunctionObject>().owner == nullptr)
            function->as<FunctionObject>().owner = &cls;
        if (member.is(Type::Descriptor) && member.as<DescriptorObject>().setter.is(Type::Function))
            member.as<DescriptorObject>().setter.as<FunctionObject>().owner = &cls;
    }
}

/// True for members of libraries that are no modules: what derives from them is none either.
bool is_plain_base(std::string_view name) {
    constexpr std::string_view kPlain[] = {
        "typing", "abc", "collections.abc", "torch.utils.data", "torch.autograd", "torch.optim", "logging"};
    return any_of(kPlain, [&](std::string_view each) { return name.starts_with(each); });
}

}  // namespace

/// The class of our text that stands for dict as a base.
static Value dict_object(Evaluator& e) {
    const Value library = import_module(e, "_dict_objects");
    return namespace_member(e, library.as<NamespaceObject>(), "dict");
}

/// Makes methods of dict that a class derived from it takes, `__getattr__ = dict.__getitem__`, those of the
/// class of our text.
static void take_dict_methods(ClassObject& cls) {
    const auto* base = find_where(
        cls.order, [](const ClassObject* each) { return each->attributes.find("_is_a_dict") != nullptr; });
    if (base == nullptr || *base == &cls) return;
    for (auto& [name, value] : cls.attributes.entries) {
        if (!value.is(Type::Builtin)) continue;
        const Value* own = (*base)->attributes.find(value.as<BuiltinObject>().name);
        if (own != nullptr) value = *own;
    }
}

/// Gives a class the methods of its metaclass, where those of an enumeration's class do not change what it
/// does without a call of them; false for another metaclass.
static bool take_methods(Evaluator& e, ClassObject& cls, const Value& metaclass) {
    if (!metaclass.is(Type::Class) || !is_class_of_enumerations(metaclass.cls())) return false;
    for (const ClassObject* base : metaclass.cls().order) {
        if (base->is_library || base == e.known.object) continue;
        for (const auto& [name, value] : base->attributes.entries) {
            if (name.starts_with("__") && value.is(Type::Function)) return false;
            if (!value.is(Type::Function) || cls.attributes.find(name) != nullptr) continue;
            auto* method = e.make<DescriptorObject>();
            method->kind = DescriptorObject::Kind::ClassMethod;
            method->function = value;
            cls.attributes.set(name, Value::of(Type::Descriptor, method));
        }
    }
    return true;
}

/// Makes unknown what the methods of a metaclass may change that run when a class is made.
static void forget_metaclass(Evaluator& e, const Value& metaclass, const Value& reason) {
    if (!metaclass.is(Type::Class)) return;
    python::Arguments methods;
    for (const std::string_view name : {"__prepare__", "__new__", "__init__"}) {
        const Value* method = metaclass.cls().find(name);
        if (method != nullptr) methods.positional.push_back(bind_member(e, *method, metaclass, true));
    }
    forget_calls(e, methods, reason);
}

/// Sets the bases of a class and their order; false when interrupted.
static bool add_bases(Evaluator& e, const Node& node, ClassObject& cls) {
    const Node* bases = node.child(Field::Superclasses);
    const std::vector<const Node*> none;
    for (const Node* each : bases != nullptr ? bases->children : none) {
        const Node* keyword = each->kind == Kind::KeywordArgument ? each->child(Field::Name) : nullptr;
        if (keyword != nullptr && keyword->text == "metaclass" && each->child(Field::Value) != nullptr) {
            const Value metaclass = evaluate(e, *each->child(Field::Value));
            if (e.is_interrupted()) return false;
            if (!metaclass.is(Type::Opaque) && !take_methods(e, cls, metaclass)) {
                cls.unknown_base = e.unknown(message("python.unknown_syntax", {{"kind", "metaclass"}}));
                forget_metaclass(e, metaclass, *cls.unknown_base);
            }
        }
        if (each->kind == Kind::Token || each->kind == Kind::KeywordArgument) continue;
        Value base = evaluate(e, *each);
        if (e.is_interrupted()) return false;
        if (base.is(Type::Class) && base.cls().makes == Type::Dict) base = dict_object(e);
        if (base.is(Type::Class)) {
            cls.bases.push_back(&base.cls());
            if (base.cls().unknown_base) cls.unknown_base = base.cls().unknown_base;
            if (base.cls().makes == Type::Class)
                cls.unknown_base = e.unknown(message("python.unknown_syntax", {{"kind", "metaclass"}}));
            cls.is_exception = cls.is_exception || base.cls().is_exception;
        } else if (!base.is(Type::Opaque) || !is_plain_base(base.as<OpaqueObject>().name)) {
            cls.unknown_base =
                base.is_unknown() ? base : e.unknown(message("python.unknown_syntax", {{"kind", "class"}}));
        }
    }
    if (cls.bases.empty()) cls.bases.push_back(e.known.object);
    if (linearize(e, cls)) return true;
    if (e.is_interrupted()) return false;
    std::string names;
    for (const ClassObject* base : cls.bases) names += concat(names.empty() ? "" : ", ", base->name);
    e.raise("TypeError",
            concat("Cannot create a consistent method resolution\norder (MRO) for bases ", names));
    return false;
}

/// The keywords of `class A(B, key=value)`, without its metaclass.
static void add_class_keywords(Evaluator& e, const Node& definition, python::Arguments* arguments) {
    for (const Node* each : definition.child(Field::Superclasses)->children) {
        const Node *name = each->child(Field::Name), *value = each->child(Field::Value);
        if (each->kind != Kind::KeywordArgument || name == nullptr || value == nullptr) continue;
        if (name->text != "metaclass") arguments->named.emplace_back(name->text, evaluate(e, *value));
    }
}

/// Calls the `__init_subclass__` that a class inherits.
static void call_subclass_hook(Evaluator& e, ClassObject& cls) {
    for (ClassObject* base : cls.order) {
        const Value* hook = base != &cls ? base->attributes.find("__init_subclass__") : nullptr;
        if (hook == nullptr) continue;
        const bool is_method = hook->is(Type::Descriptor);
        const Value function = is_method ? hook->as<DescriptorObject>().function : *hook;
        python::Arguments arguments;
        arguments.positional = {Value::of(Type::Class, &cls)};
        add_class_keywords(e, *cls.definition, &arguments);
        if (function.is(Type::Function) && !e.is_interrupted())
            call(e, function, arguments);
        else
            cls.unknown_base = e.unknown(message("python.unknown_syntax", {{"kind", "__init_subclass__"}}));
        return;
    }
}

Value make_class(Evaluator& e, const Node& node) {
    auto* cls = e.make<ClassObject>();
    const Node* name = node.child(Field::Name);
    cls->name = name != nullptr ? std::string(name->text) : "";
    cls->definition = &node;
    cls->is_library = !is_of_source(e, node);
    cls->is_of_torch = cls->is_library && e.imports.library.starts_with("torch_");
    const Value value = Value::of(Type::Class, cls);
    if (!add_bases(e, node, *cls)) return value;
    if (!cls->is_library) e.definitions.classes.push_back(cls);

    auto* scope = e.make<Scope>();
    scope->parent = e.frames.scope;
    scope->globals = e.frames.scope->globals;
    scope->is_class = true;
    Scope* before = std::exchange(e.frames.scope, scope);
    if (const Node* body = node.child(Field::Body)) {
        for (const Node* statement : body->children) {
            if (statement->kind == Kind::Token) continue;
            execute(e, *statement);
            if (e.is_interrupted()) break;
            note_field(*statement, *cls);
        }
    }
    e.frames.scope = before;
    if (e.is_interrupted()) return value;
    adopt_names(*scope, *cls);
    scope->made = cls;
    if (cls->derives_from(e.known.named_tuple) && cls != e.known.named_tuple) make_dataclass(e, *cls);
    if (is_enumeration(*cls)) make_enumeration(e, *cls);
    take_dict_methods(*cls);
    call_subclass_hook(e, *cls);
    return value;
}

void make_dataclass(Evaluator& e, ClassObject& cls) {
    std::vector<std::string> fields;
    for (auto each = cls.order.rbegin(); each != cls.order.rend(); ++each) {
        if (!(*each)->is_dataclass && *each != &cls) continue;
        for (const std::string& field : (*each)->fields) {
            if (!contains(fields, field)) fields.push_back(field);
        }
    }
    // attrs has fields without annotations: `width = attr.ib(8)`.
    for (const auto& [name, value] : cls.attributes.entries) {
        const bool is_field = value.is(Type::Instance) && value.instance().cls->name == "Field";
        if (is_field && !contains(fields, name)) fields.push_back(name);
    }
    cls.fields = std::move(fields);
    cls.is_dataclass = true;
    if (cls.is_library) return;
    for (const std::string& field : cls.fields) {
        if (Value* value = cls.attributes.find(field)) *value = e.decisions.hyper_parameter(field, *value);
    }
}

ClassObject* class_of(Evaluator& e, const Value& value) {
    switch (value.type) {
        case Type::Instance:
            return value.instance().cls;
        case Type::Tensor:
            return find_class(e, value.tensor().is_parameter ? "Parameter" : "Tensor");
        case Type::Method:
        case Type::Function:
            return find_class(e, "function");
        default:
            return find_class(e, type_name(value));
    }
}

bool is_instance(Evaluator& e, const Value& value, const ClassObject& cls) {
    const ClassObject* own = class_of(e, value);
    return own != nullptr && own->derives_from(&cls);
}

}  // namespace paramscope::open::python
