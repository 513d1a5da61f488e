// Classes and super(): attributes of classes, methods that are called with their instance as the first
// argument.
#include "base/concat.h"
#include "open/python/effects/effects.h"
#include "open/python/modules/modules.h"
#include "open/python/run/members.h"
#include "open/python/state/interpreter.h"
#include "open/python/values/behaviour.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {

Value bind_member(Evaluator& e, const Value& member, const Value& self, bool is_instance) {
    if (member.is(Type::Function) && is_instance) {
        auto* method = e.make<MethodObject>();
        method->self = self;
        method->function = &member.as<FunctionObject>();
        return Value::of(Type::Method, method);
    }
    if (member.is(Type::Builtin) && is_instance && member.as<BuiltinObject>().self.is(Type::None)) {
        const auto& builtin = member.as<BuiltinObject>();
        return e.builtin(builtin.name, builtin.function, self);
    }
    if (member.is_unknown() && is_instance && is_module(self)) {
        auto* method = e.make<Unknown>();
        *method = member.as<Unknown>();
        method->self = &self.instance();
        return Value::of(Type::Unknown, method);
    }
    if (!member.is(Type::Descriptor)) return member;
    const auto& descriptor = member.as<DescriptorObject>();
    switch (descriptor.kind) {
        case DescriptorObject::Kind::StaticMethod:
            return descriptor.function;
        case DescriptorObject::Kind::ClassMethod: {
            const Value cls = is_instance ? Value::of(Type::Class, self.instance().cls) : self;
            if (!descriptor.function.is(Type::Function)) return descriptor.function;
            auto* method = e.make<MethodObject>();
            method->self = cls;
            method->function = &descriptor.function.as<FunctionObject>();
            return Value::of(Type::Method, method);
        }
        default:
            return is_instance ? call(e, descriptor.function, {self}) : member;
    }
}

Value initialize_plainly(Evaluator& e, const Value& self, Arguments& arguments) {
    if (self.is(Type::Instance) && self.instance().cls->is_exception)
        self.instance().attributes.set("args", e.tuple(arguments.positional));
    return Value::none();
}

Value set_plainly(Evaluator& e, const Value& self, Arguments& arguments) {
    if (arguments.positional.size() != 2 || !arguments.positional[0].is(Type::Str)) return Value::none();
    set_without_hook(e, self, arguments.positional[0].str(), arguments.positional[1]);
    return Value::none();
}

Value get_plainly(Evaluator& e, const Value& self, Arguments& arguments) {
    if (arguments.positional.size() != 1 || !arguments.positional[0].is(Type::Str)) return Value::none();
    if (const auto found = module_attribute(e, self.instance(), arguments.positional[0].str())) return *found;
    return e.raise("AttributeError", concat("'", self.instance().cls->name, "' object has no attribute '",
                                            arguments.positional[0].str(), "'"));
}
namespace {

/// object.__setattr__: what a module gets so is none of its parts.
Value set_in_dict(Evaluator& e, const Value& self, Arguments& arguments) {
    if (arguments.positional.size() != 2 || !arguments.positional[0].is(Type::Str))
        return e.unknown(message("python.unknown_method", {{"name", "__setattr__"}}));
    if (!self.is(Type::Instance))
        return e.raise("AttributeError", concat("'", type_name(self), "' object has no attribute '",
                                                arguments.positional[0].str(), "'"));
    self.instance().attributes.set(arguments.positional[0].str(), arguments.positional[1]);
    return Value::none();
}

/// dict.fromkeys(keys, value).
Value make_of_keys(Evaluator& e, const Value&, Arguments& arguments) {
    if (arguments.positional.empty())
        return e.unknown(message("python.unknown_method", {{"name", "fromkeys"}}));
    Value reason;
    const auto keys = iterate(e, arguments.positional[0], &reason);
    if (!keys) return reason;
    const Value result = e.dict();
    const Value value = arguments.positional.size() > 1 ? arguments.positional[1] : Value::none();
    for (const Value& key : *keys) set_item(e, result, key, value);
    return result;
}

/// A method of a class, whose first argument is an instance of it.
Value unbound(Evaluator& e, std::string_view name, BuiltinFunction function, ClassObject& cls) {
    const auto call = [](Evaluator& inner, const Value& self, Arguments& arguments) {
        if (arguments.positional.empty()) return inner.raise("TypeError", "descriptor needs an argument");
        const Value first = arguments.positional.front();
        if (first.is_unknown()) return first;
        const auto& method = self.items()[0].as<BuiltinObject>();
        const ClassObject& owner = self.items()[1].cls();
        if (!is_instance(inner, first, owner))
            return inner.raise("TypeError",
                               concat("descriptor '", method.name, "' for '", owner.name,
                                      "' objects doesn't apply to a '", type_name(first), "' object"));
        arguments.positional.erase(arguments.positional.begin());
        return method.function(inner, first, arguments);
    };
    return e.builtin(name, call, e.tuple({e.builtin(name, function), Value::of(Type::Class, &cls)}));
}

/// The annotated names in the body of a class, with the text of their types.
Value annotations(Evaluator& e, const ClassObject& cls) {
    const Value names = e.dict();
    const Node* body = cls.definition != nullptr ? cls.definition->child(Field::Body) : nullptr;
    for (const Node* statement : body != nullptr ? body->children : std::vector<const Node*>()) {
        const Node* assignment = statement->kind == Kind::ExpressionStatement && !statement->children.empty()
                                     ? statement->children[0]
                                     : nullptr;
        if (assignment == nullptr || assignment->kind != Kind::Assignment) continue;
        const Node *target = assignment->child(Field::Left), *type = assignment->child(Field::Type);
        if (target == nullptr || type == nullptr || target->kind != Kind::Identifier) continue;
        set_item(e, names, e.text(std::string(target->text)), e.text(std::string(type->text)));
    }
    return names;
}

std::optional<Value> class_attribute(Evaluator& e, const Value& object, std::string_view name) {
    use_attribute(e, nullptr, name);
    ClassObject& cls = object.cls();
    const Value* member = cls.find(name);
    if (member != nullptr && name == "__init__" && member->is(Type::Builtin))
        return unbound(e, name, member->as<BuiltinObject>().function, cls);
    if (member != nullptr) return bind_member(e, *member, object, false);
    if (name == "__init__") return unbound(e, name, initialize_plainly, cls);
    if (name == "__new__") return e.builtin(name, make_plainly);
    if (name == "__setattr__")
        return unbound(e, name, &cls == e.known.object ? set_in_dict : set_plainly, cls);
    if (name == "__name__" || name == "__qualname__") return e.text(cls.name);
    if (name == "__mro__") {
        std::vector<Value> order;
        for (ClassObject* each : cls.order) order.push_back(Value::of(Type::Class, each));
        return e.tuple(std::move(order));
    }
    if (name == "__annotations__") return annotations(e, cls);
    if (name == "__dict__") return attributes_of(e, object);
    if (name == "__bases__") {
        std::vector<Value> bases;
        for (ClassObject* each : cls.bases) bases.push_back(Value::of(Type::Class, each));
        return e.tuple(std::move(bases));
    }
    if (name == "_fields" && cls.derives_from(e.known.named_tuple)) return field_names(e, cls);
    if (name == "__dataclass_fields__" && cls.is_dataclass) return field_names(e, cls);
    if (name == "__doc__" && cls.definition != nullptr) return documentation(e, *cls.definition);
    if (name == "__module__") {
        const bool is_of_torch =
            cls.is_of_torch || (cls.definition == nullptr && cls.derives_from(e.known.module));
        return is_of_torch ? e.text("torch.nn.modules") : module_of(e, cls.definition);
    }
    if (cls.derives_from(e.known.module)) {
        // nn.Module.method(self): the instance is the first argument.
        if (const BuiltinFunction method = find_module_method(cls, name))
            return unbound(e, name, method, cls);
    }
    if (cls.makes == Type::Dict && name == "fromkeys") return e.builtin(name, make_of_keys);
    if (cls.makes != Type::Instance) {
        Value sample{.type = cls.makes, .integer = 0};
        if (cls.makes == Type::Tensor)
            return e.unknown(message("python.unknown_member", {{"name", name}, {"module", cls.name}}));
        if (const BuiltinFunction method = find_method(sample, name)) return unbound(e, name, method, cls);
    }
    if (cls.unknown_base) return *cls.unknown_base;
    return std::nullopt;
}

Value initialize_fields(Evaluator& e, const Value& self, Arguments& arguments) {
    return construct_dataclass(e, self.items()[0].instance(), self.items()[1].cls(), arguments);
}

std::optional<Value> super_attribute(Evaluator& e, const Value& object, std::string_view name) {
    const auto& super = object.as<SuperObject>();
    const bool is_instance = super.self.is(Type::Instance);
    ClassObject* cls = is_instance ? super.self.instance().cls : &super.self.cls();
    bool is_after = false;
    for (ClassObject* each : cls->order) {
        if (is_after) {
            if (const Value* member = each->attributes.find(name))
                return name == "__new__" ? *member : bind_member(e, *member, super.self, is_instance);
            if (name == "__init__" && is_instance && each->is_dataclass) {
                return e.builtin(name, initialize_fields,
                                 e.tuple({super.self, Value::of(Type::Class, each)}));
            }
            // A base that is not known may have it.
            if (each->bases.empty() && each != e.known.object && each->unknown_base)
                return *each->unknown_base;
        }
        is_after = is_after || each == super.after;
    }
    if (super.after != nullptr && super.after->unknown_base) return *super.after->unknown_base;
    if (cls->unknown_base) return *cls->unknown_base;
    if (is_instance && super.self.instance().module != nullptr) {
        if (name == "__setattr__" || name == "__getattr__" || name == "__delattr__") {
            return e.builtin(name, name == "__setattr__" ? set_plainly : get_plainly, super.self);
        }
        if (const BuiltinFunction method = find_module_method(*cls, name))
            return e.builtin(name, method, super.self);
        if (name == "forward") return e.unknown(message("python.unknown_forward"));
    }
    if (name == "__init__") return e.builtin(name, initialize_plainly, super.self);
    if (name == "__new__") return e.builtin(name, make_plainly);
    if (name == "__init_subclass__")
        return e.builtin(name, [](Evaluator&, const Value&, Arguments&) { return Value::none(); });
    if (name == "__setattr__" && is_instance) return e.builtin(name, set_plainly, super.self);
    return std::nullopt;
}

/// The members of an enumeration; nullptr for other classes.
const Value* members_of(const Value& cls) {
    return cls.cls().attributes.find("__members__");
}

std::optional<std::vector<Value>> class_items(Evaluator& e, const Value& value, Value* reason,
                                              const Polynomial**) {
    const Value* members = members_of(value);
    if (members == nullptr) {
        *reason = e.unknown(message("python.unknown_method", {{"name", "iter"}}));
        return std::nullopt;
    }
    std::vector<Value> items;
    for (const Dict::Entry& entry : members->as<Dict>().entries) {
        const bool is_alias = entry.key.str() != attribute(e, entry.value, "name").str();
        if (!is_alias) items.push_back(entry.value);
    }
    return items;
}

/// A member of an enumeration; else the class: list[int].
Value class_item(Evaluator& e, const Value& value, const Value& key) {
    const Value* members = members_of(value);
    return members != nullptr ? item(e, *members, key) : value;
}

void set_class_attribute(Evaluator&, const Value& object, std::string_view name, const Value& value) {
    object.cls().attributes.set(name, value);
}

bool delete_class_attribute(Evaluator&, const Value& object, std::string_view name) {
    return object.cls().attributes.remove(name);
}

Value call_class(Evaluator& e, const Value& function, Arguments& arguments) {
    return construct(e, function.cls(), arguments);
}

std::string class_text(Evaluator&, const Value& value, int) {
    return concat("<class '", value.cls().name, "'>");
}

}  // namespace

Value class_length(Evaluator& e, const Value& value) {
    if (members_of(value) == nullptr) return refuse_length(e, value);
    Value reason;
    const auto members = class_items(e, value, &reason, nullptr);
    return members ? Value::of(static_cast<Integer>(members->size())) : reason;
}

const Behaviour kClassBehaviour = {
    .name = "type",
    .length = class_length,
    .items = class_items,
    .item = class_item,
    .attribute = class_attribute,
    .set_attribute = set_class_attribute,
    .delete_attribute = delete_class_attribute,
    .call = call_class,
    .represent = class_text,
};

const Behaviour kSuperBehaviour = {.name = "super", .attribute = super_attribute};

}  // namespace paramscope::open::python
