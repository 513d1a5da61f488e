// Classes: their order of resolution, construction, dataclasses.
#include <algorithm>

#include "base/concat.h"
#include "open/python/run/evaluator.h"
#include "open/python/run/step_bound.h"

namespace paramscope::open::python {

/// Orders a class and its bases as Python does (C3); false when their orders contradict one another.
bool Evaluator::linearize(ClassObject& cls) {
    std::vector<std::vector<ClassObject*>> lists;
    for (ClassObject* base : cls.bases) lists.push_back(base->order);
    lists.push_back(cls.bases);
    cls.order = {&cls};
    while (true) {
        std::erase_if(lists, [](const auto& each) { return each.empty(); });
        if (lists.empty()) return true;
        ClassObject* next = nullptr;
        for (const auto& candidate : lists) {
            const bool is_free = std::none_of(lists.begin(), lists.end(), [&](const auto& each) {
                return std::find(each.begin() + 1, each.end(), candidate.front()) != each.end();
            });
            if (is_free) {
                next = candidate.front();
                break;
            }
        }
        if (next == nullptr || !step()) return false;
        cls.order.push_back(next);
        for (auto& each : lists) {
            if (!each.empty() && each.front() == next) each.erase(each.begin());
        }
    }
}

ClassObject* Evaluator::add_class(std::string name, std::vector<ClassObject*> bases) {
    auto* cls = make<ClassObject>();
    cls->name = std::move(name);
    cls->bases = std::move(bases);
    cls->is_library = true;
    cls->is_of_torch = true;
    for (const ClassObject* base : cls->bases) cls->is_exception = cls->is_exception || base->is_exception;
    linearize(*cls);
    return cls;
}

ClassObject* Evaluator::find_class(std::string_view name) const {
    const auto found = builtin_classes_.find(name);
    return found == builtin_classes_.end() ? nullptr : found->second;
}

namespace {

/// Adds a field for `name: type` or `name: type = value` in the body of a class, which dataclasses need.
void note_field(const Node& statement, ClassObject& cls) {
    if (statement.kind != Kind::ExpressionStatement || statement.children.empty()) return;
    const Node& assignment = *statement.children[0];
    if (assignment.kind != Kind::Assignment) return;
    const Node *target = assignment.child(Field::Left), *type = assignment.child(Field::Type);
    if (target == nullptr || type == nullptr || target->kind != Kind::Identifier) return;
    const bool is_known = std::find(cls.fields.begin(), cls.fields.end(), target->text) != cls.fields.end();
    if (!is_known && !type->text.starts_with("ClassVar")) cls.fields.emplace_back(target->text);
}

/// Makes the names of a class's body its attributes, in order of the text; functions among them belong to it.
void adopt_names(const Scope& scope, ClassObject& cls) {
    std::vector<std::pair<std::string_view, Value>> names(scope.names.begin(), scope.names.end());
    std::sort(names.begin(), names.end(),
              [](const auto& a, const auto& b) { return a.first.data() < b.first.data(); });
    for (const auto& [name, member] : names) {
        cls.attributes.set(Evaluator::private_name(name, cls.name), member);
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
    return std::any_of(std::begin(kPlain), std::end(kPlain),
                       [&](std::string_view each) { return name.starts_with(each); });
}

}  // namespace

/// Sets the bases of a class and their order; false when interrupted.
bool Evaluator::add_bases(const Node& node, ClassObject& cls) {
    const Node* bases = node.child(Field::Superclasses);
    const std::vector<const Node*> none;
    for (const Node* each : bases != nullptr ? bases->children : none) {
        const Node* keyword = each->kind == Kind::KeywordArgument ? each->child(Field::Name) : nullptr;
        if (keyword != nullptr && keyword->text == "metaclass" && each->child(Field::Value) != nullptr) {
            const Value metaclass = evaluate(*each->child(Field::Value));
            if (is_interrupted()) return false;
            if (!metaclass.is(Type::Opaque))
                cls.unknown_base = unknown(message("python.unknown_syntax", {{"kind", "metaclass"}}));
        }
        if (each->kind == Kind::Token || each->kind == Kind::KeywordArgument) continue;
        const Value base = evaluate(*each);
        if (is_interrupted()) return false;
        if (base.is(Type::Class)) {
            cls.bases.push_back(&base.cls());
            if (base.cls().unknown_base) cls.unknown_base = base.cls().unknown_base;
            cls.is_exception = cls.is_exception || base.cls().is_exception;
        } else if (!base.is(Type::Opaque) || !is_plain_base(base.as<OpaqueObject>().name)) {
            cls.unknown_base =
                base.is_unknown() ? base : unknown(message("python.unknown_syntax", {{"kind", "class"}}));
        }
    }
    if (cls.bases.empty()) cls.bases.push_back(known.object);
    if (linearize(cls)) return true;
    if (is_interrupted()) return false;
    std::string names;
    for (const ClassObject* base : cls.bases) names += concat(names.empty() ? "" : ", ", base->name);
    raise("TypeError", concat("Cannot create a consistent method resolution\norder (MRO) for bases ", names));
    return false;
}

Value Evaluator::make_class(const Node& node) {
    auto* cls = make<ClassObject>();
    const Node* name = node.child(Field::Name);
    cls->name = name != nullptr ? std::string(name->text) : "";
    cls->definition = &node;
    cls->is_library = !is_of_source(node);
    cls->is_of_torch = cls->is_library && library_.starts_with("torch_");
    const Value value = Value::of(Type::Class, cls);
    if (!add_bases(node, *cls)) return value;
    if (!cls->is_library) classes_.push_back(cls);

    auto* scope = make<Scope>();
    scope->parent = scope_;
    scope->globals = scope_->globals;
    scope->is_class = true;
    Scope* before = std::exchange(scope_, scope);
    if (const Node* body = node.child(Field::Body)) {
        for (const Node* statement : body->children) {
            if (statement->kind == Kind::Token) continue;
            execute(*statement);
            if (is_interrupted()) break;
            note_field(*statement, *cls);
        }
    }
    scope_ = before;
    if (is_interrupted()) return value;
    adopt_names(*scope, *cls);
    scope->made = cls;
    if (cls->derives_from(known.named_tuple) && cls != known.named_tuple) make_dataclass(*cls);
    if (is_enumeration(*cls)) make_enumeration(*cls);
    call_subclass_hook(*cls);
    return value;
}

/// The keywords of `class A(B, key=value)`, without its metaclass.
void Evaluator::add_class_keywords(const Node& definition, python::Arguments* arguments) {
    for (const Node* each : definition.child(Field::Superclasses)->children) {
        const Node *name = each->child(Field::Name), *value = each->child(Field::Value);
        if (each->kind != Kind::KeywordArgument || name == nullptr || value == nullptr) continue;
        if (name->text != "metaclass") arguments->named.emplace_back(name->text, evaluate(*value));
    }
}

/// Calls the `__init_subclass__` that a class inherits.
void Evaluator::call_subclass_hook(ClassObject& cls) {
    for (ClassObject* base : cls.order) {
        const Value* hook = base != &cls ? base->attributes.find("__init_subclass__") : nullptr;
        if (hook == nullptr) continue;
        const bool is_method = hook->is(Type::Descriptor);
        const Value function = is_method ? hook->as<DescriptorObject>().function : *hook;
        python::Arguments arguments;
        arguments.positional = {Value::of(Type::Class, &cls)};
        add_class_keywords(*cls.definition, &arguments);
        if (function.is(Type::Function) && !is_interrupted())
            call(function, arguments);
        else
            cls.unknown_base = unknown(message("python.unknown_syntax", {{"kind", "__init_subclass__"}}));
        return;
    }
}

void Evaluator::make_dataclass(ClassObject& cls) {
    std::vector<std::string> fields;
    for (auto each = cls.order.rbegin(); each != cls.order.rend(); ++each) {
        if (!(*each)->is_dataclass && *each != &cls) continue;
        for (const std::string& field : (*each)->fields) {
            if (std::find(fields.begin(), fields.end(), field) == fields.end()) fields.push_back(field);
        }
    }
    cls.fields = std::move(fields);
    cls.is_dataclass = true;
    if (cls.is_library) return;
    for (const std::string& field : cls.fields) {
        if (Value* value = cls.attributes.find(field)) *value = hyper_parameter(field, *value);
    }
}

Value Evaluator::construct_dataclass(InstanceObject& instance, const ClassObject& cls,
                                     python::Arguments& arguments) {
    std::size_t at = 0;
    std::vector<std::string> missing;
    for (const std::string& field : cls.fields) {
        const Value* given =
            at < arguments.positional.size() ? &arguments.positional[at++] : arguments.find(field);
        if (given != nullptr) {
            instance.attributes.set(field, *given);
            continue;
        }
        const Value* usual = cls.find(field);
        if (usual == nullptr || !arguments.is_complete) {
            if (arguments.is_complete)
                missing.push_back(field);
            else
                instance.attributes.set(field, unknown(message("python.unknown_call", {{"type", cls.name}})));
            continue;
        }
        Value value = *usual;
        if (value.is(Type::Instance) && value.instance().attributes.find("default_factory") != nullptr)
            value = call(*value.instance().attributes.find("default_factory"), std::vector<Value>{});
        else if (value.is(Type::Instance) && value.instance().attributes.find("default") != nullptr &&
                 value.instance().cls->name == "Field")
            value = hyper_parameter(field, *value.instance().attributes.find("default"));
        if (is_interrupted()) return Value::none();
        instance.attributes.set(field, value);
    }
    if (!missing.empty())
        return raise("TypeError",
                     concat("__init__() missing ", missing.size(), " required positional argument",
                            missing.size() > 1 ? "s" : "", ": '", missing.front(), "'"));
    if (at < arguments.positional.size())
        return raise("TypeError",
                     concat("__init__() takes ", cls.fields.size() + 1, " positional arguments but ",
                            arguments.positional.size() + 1, " were given"));
    for (const auto& [name, value] : arguments.named) {
        if (std::find(cls.fields.begin(), cls.fields.end(), name) == cls.fields.end())
            return raise("TypeError", concat("__init__() got an unexpected keyword argument '", name, "'"));
    }
    const Value self = Value::of(Type::Instance, &instance);
    if (cls.find("__post_init__") != nullptr) call_method(self, "__post_init__");
    return self;
}

Value Evaluator::construct(ClassObject& cls, python::Arguments& arguments) {
    for (const ClassObject* each : cls.order) {
        if (each->construct == nullptr) continue;
        if (each != &cls && each->makes != Type::Instance) break;
        if (!arguments.is_complete) return unknown(message("python.unknown_call", {{"type", cls.name}}));
        if (!run_generators(arguments)) return Value::none();
        return each->construct(*this, Value::of(Type::Class, &cls), arguments);
    }
    return construct_instance(cls, arguments);
}

Value Evaluator::construct_instance(ClassObject& cls, python::Arguments& arguments) {
    if (is_enumeration(cls)) return construct_member(cls, arguments);
    // What list and dict hold is not an instance's.
    for (const ClassObject* each : cls.order) {
        if (each->construct != nullptr && each->makes != Type::Instance)
            return unknown(message("python.unknown_call", {{"type", cls.name}}));
    }
    if (const Value* maker = cls.find("__new__"); maker != nullptr && maker->is(Type::Function))
        return unknown(message("python.unknown_syntax", {{"kind", "__new__"}}));
    if (cls.unknown_base && !cls.derives_from(known.module)) return *cls.unknown_base;
    auto* instance = make<InstanceObject>();
    instance->cls = &cls;
    instance->span = place();
    const Value self = Value::of(Type::Instance, instance);
    if (is_interrupted()) return self;
    if (cls.derives_from(known.module)) {
        instance->module = std::make_unique<ModuleState>();
        modules_.push_back(instance);
        instance->module->number = modules_.size();
        if (cls.unknown_base) instance->module->doubts.push_back(*cls.unknown_base);
    }
    const Value* initialize = cls.find("__init__");
    for (const ClassObject* each : cls.order) {
        if (each->attributes.find("__init__") != nullptr) break;
        if (each->is_dataclass) return construct_dataclass(*instance, *each, arguments);
    }
    if (initialize == nullptr) {
        if (cls.is_exception)
            instance->attributes.set("args", tuple(arguments.positional));
        else if (!arguments.positional.empty() || !arguments.named.empty())
            return raise("TypeError", concat(cls.name, "() takes no arguments"));
        if (instance->module != nullptr) instance->module->is_whole = true;
        return self;
    }
    if (cls.is_exception) instance->attributes.set("args", tuple(arguments.positional));
    if (initialize->is(Type::Function)) {
        // A large model is worth all steps that are left.
        std::optional<StepBound> bound;
        if (instance->module != nullptr) bound.emplace(*this, kNoBound);
        initialize_instance(*instance, initialize->as<FunctionObject>(), arguments);
    } else if (initialize->is(Type::Builtin)) {
        if (!arguments.is_complete) {
            if (instance->module != nullptr)
                instance->module->doubts.push_back(
                    unknown(message("python.unknown_call", {{"type", cls.name}})));
            return self;
        }
        if (run_generators(arguments)) initialize->as<BuiltinObject>().function(*this, self, arguments);
    }
    if (instance->module != nullptr) instance->module->is_whole = !is_interrupted();
    return self;
}

void Evaluator::initialize_instance(InstanceObject& instance, FunctionObject& initialize,
                                    python::Arguments& arguments) {
    const Node* named_class = named_class_;
    if (named_class != nullptr && instance.cls->definition == named_class) {
        name_arguments(initialize, arguments);
        named_class_ = nullptr;
    }
    const Value self = Value::of(Type::Instance, &instance);
    call_function(initialize, &self, arguments);
    named_class_ = named_class;
}

/// Makes hyper-parameters of the whole numbers among the arguments of a constructor, and gives it its
/// defaults as such.
void Evaluator::name_arguments(const FunctionObject& initialize, python::Arguments& arguments) {
    const std::vector<Parameter> parameters = parameters_of(initialize);
    for (std::size_t i = 1; i < parameters.size(); ++i) {
        const Parameter& each = parameters[i];
        if (each.is_rest || each.is_named_rest) continue;
        const auto named = std::find_if(arguments.named.begin(), arguments.named.end(),
                                        [&](const auto& given) { return given.first == each.name; });
        if (named != arguments.named.end()) {
            named->second = hyper_parameter(each.name, named->second);
        } else if (!each.is_keyword_only && i - 1 < arguments.positional.size()) {
            arguments.positional[i - 1] = hyper_parameter(each.name, arguments.positional[i - 1]);
        } else if (each.default_value != nullptr && arguments.is_complete && !each.is_positional_only) {
            const Value value = hyper_parameter(each.name, *each.default_value);
            if (value.is(Type::Int)) arguments.named.emplace_back(std::string(each.name), value);
        }
    }
}

ClassObject* Evaluator::class_of(const Value& value) const {
    switch (value.type) {
        case Type::Instance:
            return value.instance().cls;
        case Type::Tensor:
            return find_class(value.tensor().is_parameter ? "Parameter" : "Tensor");
        case Type::Method:
        case Type::Function:
            return find_class("function");
        default:
            return find_class(type_name(value));
    }
}

bool Evaluator::is_instance(const Value& value, const ClassObject& cls) const {
    const ClassObject* own = class_of(value);
    return own != nullptr && own->derives_from(&cls);
}

}  // namespace paramscope::open::python
