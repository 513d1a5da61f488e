// Attributes of values: of instances and classes with descriptors, of modules of torch.nn, methods of builtin
// types.
#include "base/concat.h"
#include "open/python/effects/effects.h"
#include "open/python/imports/imports.h"
#include "open/python/state/evaluator.h"
#include "open/python/state/interpreter.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {

namespace {

bool is_special(std::string_view name) {
    return name.starts_with("__") && name.ends_with("__");
}

}  // namespace

namespace {

Value make_setter(Evaluator& evaluator, const Value& self, Arguments& arguments) {
    auto* descriptor = evaluator.make<DescriptorObject>();
    *descriptor = self.as<DescriptorObject>();
    if (!arguments.positional.empty()) descriptor->setter = arguments.positional[0];
    return Value::of(Type::Descriptor, descriptor);
}

/// The start, stop and step of a range or a slice.
template <class Object>
std::optional<Value> part_of(const Object& object, std::string_view name) {
    if (name == "start") return object.start;
    if (name == "stop") return object.stop;
    if (name == "step") return object.step;
    return std::nullopt;
}

/// The values and indices that topk(), sort() and max() give.
std::optional<Value> part_of_pair(const std::vector<Value>& items, std::string_view name) {
    const bool is_pair = items.size() == 2 && items[0].is(Type::Tensor) && items[1].is(Type::Tensor);
    if (is_pair && name == "values") return items[0];
    if (is_pair && name == "indices") return items[1];
    return std::nullopt;
}

std::optional<Value> function_attribute(Evaluator& evaluator, const FunctionObject& function,
                                        std::string_view name) {
    const auto found = function.attributes.find(name);
    if (found != function.attributes.end()) return found->second;
    if (name == "__name__") return evaluator.text(function.name);
    if (name == "__doc__" && function.definition != nullptr)
        return documentation(evaluator, *function.definition);
    return std::nullopt;
}

/// Parts of a functools.partial.
std::optional<Value> partial_attribute(const BuiltinObject& partial, std::string_view name) {
    if (partial.name != "partial" || !partial.self.is(Type::Tuple)) return std::nullopt;
    if (name == "func") return partial.self.items()[0];
    if (name == "args") return partial.self.items()[1];
    if (name == "keywords") return partial.self.items()[2];
    return std::nullopt;
}

std::optional<Value> method_attribute(Evaluator& evaluator, const MethodObject& method,
                                      std::string_view name) {
    if (name == "__self__") return method.self;
    if (name == "__name__") return evaluator.text(method.function->name);
    if (name == "__func__") return Value::of(Type::Function, method.function);
    return std::nullopt;
}

}  // namespace

struct Lookup {
    Evaluator& evaluator;

    /// A member of a class as its instance, or the class itself, gives it.
    Value bind(const Value& member, const Value& self, bool is_instance) const {
        if (member.is(Type::Function) && is_instance) {
            auto* method = evaluator.make<MethodObject>();
            method->self = self;
            method->function = &member.as<FunctionObject>();
            return Value::of(Type::Method, method);
        }
        if (member.is(Type::Builtin) && is_instance && member.as<BuiltinObject>().self.is(Type::None)) {
            const auto& builtin = member.as<BuiltinObject>();
            return evaluator.builtin(builtin.name, builtin.function, self);
        }
        if (!member.is(Type::Descriptor)) return member;
        const auto& descriptor = member.as<DescriptorObject>();
        switch (descriptor.kind) {
            case DescriptorObject::Kind::StaticMethod:
                return descriptor.function;
            case DescriptorObject::Kind::ClassMethod: {
                const Value cls = is_instance ? Value::of(Type::Class, self.instance().cls) : self;
                if (!descriptor.function.is(Type::Function)) return descriptor.function;
                auto* method = evaluator.make<MethodObject>();
                method->self = cls;
                method->function = &descriptor.function.as<FunctionObject>();
                return Value::of(Type::Method, method);
            }
            default:
                return is_instance ? call(evaluator, descriptor.function, {self}) : member;
        }
    }

    /// In a forward pass, a tensor with parametrizations is computed each time.
    std::optional<Value> parametrized(const InstanceObject& instance, std::string_view name) const {
        if (evaluator.tracer == nullptr || instance.module == nullptr) return std::nullopt;
        const Value* all = instance.module->children.find("parametrizations");
        const bool has_parts = all != nullptr && all->is(Type::Instance) && all->instance().module != nullptr;
        const Value* own = has_parts ? all->instance().module->children.find(name) : nullptr;
        if (own == nullptr || !own->is(Type::Instance) || !own->instance().cls->is_library)
            return std::nullopt;
        return call_method(evaluator, *own, "compute");
    }

    std::optional<Value> of_instance(const Value& object, std::string_view name) const {
        InstanceObject& instance = object.instance();
        const Value* member = instance.cls->find(name);
        const bool is_property = member != nullptr && member->is(Type::Descriptor) &&
                                 member->as<DescriptorObject>().kind == DescriptorObject::Kind::Property;
        if (is_property) return bind(*member, object, true);
        if (const auto computed = parametrized(instance, name)) return *computed;
        if (const Value* own = instance.attributes.find(name)) return *own;
        if (name == "__dict__") return attributes_of(evaluator, object);
        if (name == "__class__") return Value::of(Type::Class, instance.cls);
        if (instance.module != nullptr) {
            if (const auto found = module_attribute(evaluator, instance, name)) return found;
        }
        if (member != nullptr) return bind(*member, object, true);
        if (instance.module != nullptr) {
            if (const BuiltinFunction method = find_module_method(*instance.cls, name))
                return evaluator.builtin(name, method, object);
        }
        if (const Value* getter = instance.cls->find("__getattr__");
            getter != nullptr && getter->is(Type::Function))
            return call(evaluator, bind(*getter, object, true), {evaluator.text(std::string(name))});
        if (instance.cls->derives_from(evaluator.known.named_tuple)) {
            if (const auto found = named_tuple_attribute(evaluator, object, name)) return found;
        }
        if (const Value* value = value_of_member(object)) return find_attribute(evaluator, *value, name);
        if (name == "__setattr__") return evaluator.builtin(name, set_plainly, object);
        if (instance.cls->is_exception && name == "args") return evaluator.tuple({});
        if (instance.cls->unknown_base) return *instance.cls->unknown_base;
        return std::nullopt;
    }

    std::optional<Value> of_class(const Value& object, std::string_view name) const {
        ClassObject& cls = object.cls();
        const Value* member = cls.find(name);
        if (member != nullptr && name == "__init__" && member->is(Type::Builtin))
            return unbound(name, member->as<BuiltinObject>().function, cls);
        if (member != nullptr) return bind(*member, object, false);
        if (name == "__init__") return unbound(name, initialize_plainly, cls);
        if (name == "__setattr__")
            return unbound(name, &cls == evaluator.known.object ? set_in_dict : set_plainly, cls);
        if (name == "__name__" || name == "__qualname__") return evaluator.text(cls.name);
        if (name == "__mro__") {
            std::vector<Value> order;
            for (ClassObject* each : cls.order) order.push_back(Value::of(Type::Class, each));
            return evaluator.tuple(std::move(order));
        }
        if (name == "__bases__") {
            std::vector<Value> bases;
            for (ClassObject* each : cls.bases) bases.push_back(Value::of(Type::Class, each));
            return evaluator.tuple(std::move(bases));
        }
        if (name == "_fields" && cls.derives_from(evaluator.known.named_tuple))
            return field_names(evaluator, cls);
        if (name == "__doc__" && cls.definition != nullptr) return documentation(evaluator, *cls.definition);
        if (name == "__module__") return evaluator.text("__main__");
        if (cls.derives_from(evaluator.known.module)) {
            // nn.Module.method(self): the instance is the first argument.
            if (const BuiltinFunction method = find_module_method(cls, name))
                return unbound(name, method, cls);
        }
        if (cls.makes == Type::Dict && name == "fromkeys") return evaluator.builtin(name, make_of_keys);
        if (cls.makes != Type::Instance) {
            Value sample{.type = cls.makes, .integer = 0};
            if (cls.makes == Type::Tensor)
                return evaluator.unknown(
                    message("python.unknown_member", {{"name", name}, {"module", cls.name}}));
            if (const BuiltinFunction method = find_method(sample, name)) return unbound(name, method, cls);
        }
        if (cls.unknown_base) return *cls.unknown_base;
        return std::nullopt;
    }

    /// dict.fromkeys(keys, value).
    static Value make_of_keys(Evaluator& evaluator, const Value&, Arguments& arguments) {
        if (arguments.positional.empty())
            return evaluator.unknown(message("python.unknown_method", {{"name", "fromkeys"}}));
        Value reason;
        const auto keys = iterate(evaluator, arguments.positional[0], &reason);
        if (!keys) return reason;
        const Value result = evaluator.dict();
        const Value value = arguments.positional.size() > 1 ? arguments.positional[1] : Value::none();
        for (const Value& key : *keys) set_item(evaluator, result, key, value);
        return result;
    }

    /// A method of a class, whose first argument is an instance of it.
    Value unbound(std::string_view name, BuiltinFunction function, ClassObject& cls) const {
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
        return evaluator.builtin(
            name, call, evaluator.tuple({evaluator.builtin(name, function), Value::of(Type::Class, &cls)}));
    }

    std::optional<Value> of_super(const Value& object, std::string_view name) const {
        const auto& super = object.as<SuperObject>();
        const bool is_instance = super.self.is(Type::Instance);
        ClassObject* cls = is_instance ? super.self.instance().cls : &super.self.cls();
        bool is_after = false;
        for (ClassObject* each : cls->order) {
            if (is_after) {
                if (const Value* member = each->attributes.find(name))
                    return bind(*member, super.self, is_instance);
                if (name == "__init__" && is_instance && each->is_dataclass) {
                    return evaluator.builtin(name, initialize_fields,
                                             evaluator.tuple({super.self, Value::of(Type::Class, each)}));
                }
                // A base that is not known may have it.
                if (each->bases.empty() && each != evaluator.known.object && each->unknown_base)
                    return *each->unknown_base;
            }
            is_after = is_after || each == super.after;
        }
        if (super.after != nullptr && super.after->unknown_base) return *super.after->unknown_base;
        if (cls->unknown_base) return *cls->unknown_base;
        if (is_instance && super.self.instance().module != nullptr) {
            if (name == "__setattr__" || name == "__getattr__" || name == "__delattr__") {
                return evaluator.builtin(name, name == "__setattr__" ? set_plainly : get_plainly, super.self);
            }
            if (const BuiltinFunction method = find_module_method(*cls, name))
                return evaluator.builtin(name, method, super.self);
            if (name == "forward") return evaluator.unknown(message("python.unknown_forward"));
        }
        if (name == "__init__") return evaluator.builtin(name, initialize_plainly, super.self);
        if (name == "__init_subclass__")
            return evaluator.builtin(name,
                                     [](Evaluator&, const Value&, Arguments&) { return Value::none(); });
        if (name == "__setattr__" && is_instance) return evaluator.builtin(name, set_plainly, super.self);
        return std::nullopt;
    }

    static Value initialize_fields(Evaluator& evaluator, const Value& self, Arguments& arguments) {
        return construct_dataclass(evaluator, self.items()[0].instance(), self.items()[1].cls(), arguments);
    }

    /// object.__init__() and that of exceptions, which keep their arguments.
    static Value initialize_plainly(Evaluator& evaluator, const Value& self, Arguments& arguments) {
        if (self.is(Type::Instance) && self.instance().cls->is_exception)
            self.instance().attributes.set("args", evaluator.tuple(arguments.positional));
        return Value::none();
    }

    static Value set_plainly(Evaluator& evaluator, const Value& self, Arguments& arguments) {
        if (arguments.positional.size() != 2 || !arguments.positional[0].is(Type::Str)) return Value::none();
        InstanceObject& instance = self.instance();
        const std::string& name = arguments.positional[0].str();
        if (instance.module == nullptr ||
            !set_module_attribute(evaluator, instance, name, arguments.positional[1]))
            instance.attributes.set(name, arguments.positional[1]);
        return Value::none();
    }

    /// object.__setattr__: what a module gets so is none of its parts.
    static Value set_in_dict(Evaluator& evaluator, const Value& self, Arguments& arguments) {
        if (arguments.positional.size() != 2 || !arguments.positional[0].is(Type::Str))
            return evaluator.unknown(message("python.unknown_method", {{"name", "__setattr__"}}));
        if (!self.is(Type::Instance))
            return evaluator.raise("AttributeError",
                                   concat("'", type_name(self), "' object has no attribute '",
                                          arguments.positional[0].str(), "'"));
        self.instance().attributes.set(arguments.positional[0].str(), arguments.positional[1]);
        return Value::none();
    }

    static Value get_plainly(Evaluator& evaluator, const Value& self, Arguments& arguments) {
        if (arguments.positional.size() != 1 || !arguments.positional[0].is(Type::Str)) return Value::none();
        if (const auto found = module_attribute(evaluator, self.instance(), arguments.positional[0].str()))
            return *found;
        return evaluator.raise("AttributeError",
                               concat("'", self.instance().cls->name, "' object has no attribute '",
                                      arguments.positional[0].str(), "'"));
    }
};

std::optional<Value> find_attribute(Evaluator& e, const Value& object, std::string_view name) {
    if (object.is(Type::Instance) || object.is(Type::Class))
        use_attribute(e, object.is(Type::Instance) ? object.instance().module.get() : nullptr, name);
    const Lookup lookup{e};
    std::optional<Value> found;
    switch (object.type) {
        case Type::Unknown:
            ++e.uncertainty.doubtful_steps;
            return object;
        case Type::Opaque:
            return e.opaque(concat(object.as<OpaqueObject>().name, ".", name));
        case Type::Instance:
            return lookup.of_instance(object, name);
        case Type::Class:
            return lookup.of_class(object, name);
        case Type::Super:
            return lookup.of_super(object, name);
        case Type::Namespace:
            return namespace_member(e, object.as<NamespaceObject>(), name);
        case Type::Tensor:
            return tensor_attribute(e, object, name);
        case Type::Function:
            found = function_attribute(e, object.as<FunctionObject>(), name);
            break;
        case Type::Method:
            found = method_attribute(e, object.as<MethodObject>(), name);
            break;
        case Type::Int:
        case Type::Float:
            if (name == "real") return object;
            break;
        case Type::Builtin:
            found = partial_attribute(object.as<BuiltinObject>(), name);
            break;
        case Type::Descriptor:
            if (name == "setter") found = e.builtin(name, make_setter, object);
            break;
        case Type::Slice:
            found = part_of(object.as<SliceObject>(), name);
            break;
        case Type::Range:
            found = part_of(object.as<RangeObject>(), name);
            break;
        case Type::Tuple:
            found = part_of_pair(object.items(), name);
            break;
        default:
            break;
    }
    if (found) return found;
    if (name == "__class__") {
        if (ClassObject* cls = class_of(e, object)) return Value::of(Type::Class, cls);
    }
    if (name == "__doc__") return Value::none();
    if (const BuiltinFunction method = find_method(object, name)) return e.builtin(name, method, object);
    return std::nullopt;
}

Value attribute(Evaluator& e, const Value& object, std::string_view name) {
    if (const std::optional<Value> found = find_attribute(e, object, name)) return *found;
    if (e.is_interrupted()) return Value::none();
    const bool is_instance = object.is(Type::Instance);
    const bool is_builtin = object.is(Type::Class) && object.cls().makes != Type::Instance;
    if ((is_instance || object.is(Type::Class)) && (is_special(name) || is_builtin))
        return e.unknown(message("python.unknown_attribute", {{"name", name}, {"type", type_name(object)}}));
    if (object.is(Type::Class))
        return e.raise("AttributeError",
                       concat("type object '", object.cls().name, "' has no attribute '", name, "'"));
    // A builtin type may have a method that is not known here; an instance of a class of the text has none.
    if (!is_instance && (is_special(name) || !object.is(Type::None))) {
        return e.unknown(message("python.unknown_attribute", {{"name", name}, {"type", type_name(object)}}));
    }
    return e.raise("AttributeError",
                   concat("'", type_name(object), "' object has no attribute '", name, "'"));
}

namespace {

/// `p.requires_grad = ...` and `p.data = ...`.
void set_tensor_attribute(Evaluator& evaluator, TensorObject& tensor, std::string_view name,
                          const Value& value) {
    if (name == "requires_grad") {
        const Truth is_trainable = decide(evaluator, value);
        if (is_trainable != Truth::Unknown) tensor.is_trainable = is_trainable == Truth::True;
    }
    if (name != "data") return;
    if (value.is(Type::Tensor)) {
        tensor.is_shape_known = value.tensor().is_shape_known;
        tensor.shape = value.tensor().shape;
        tensor.shape_reason = value.tensor().shape_reason;
    } else if (value.is_unknown()) {
        tensor.is_shape_known = false;
        tensor.shape_reason = value;
    }
}

}  // namespace

static void set_instance_attribute(Evaluator& e, const Value& object, std::string_view name,
                                   const Value& value) {
    InstanceObject& instance = object.instance();
    if (instance.module != nullptr) note_module_change(e, instance, name, value);
    const Value* setter = instance.cls->find("__setattr__");
    if (setter != nullptr && setter->is(Type::Function)) {
        python::Arguments arguments;
        arguments.positional = {e.text(std::string(name)), value};
        call_function(e, setter->as<FunctionObject>(), &object, arguments);
        return;
    }
    const Value* member = instance.cls->find(name);
    const bool is_property = member != nullptr && member->is(Type::Descriptor) &&
                             member->as<DescriptorObject>().kind == DescriptorObject::Kind::Property;
    if (is_property) {
        const Value own_setter = member->as<DescriptorObject>().setter;
        if (own_setter.is(Type::None))
            e.raise("AttributeError",
                    concat("property '", name, "' of '", instance.cls->name, "' object has no setter"));
        else
            call(e, own_setter, {object, value});
        return;
    }
    if (instance.module != nullptr && set_module_attribute(e, instance, name, value)) return;
    instance.attributes.set(name, value);
}

void set_attribute(Evaluator& e, const Value& object, std::string_view name, const Value& value) {
    switch (object.type) {
        case Type::Instance:
            return set_instance_attribute(e, object, name, value);
        case Type::Class:
            object.cls().attributes.set(name, value);
            return;
        case Type::Function:
            object.as<FunctionObject>().attributes.insert_or_assign(std::string(name), value);
            return;
        case Type::Tensor:
            return set_tensor_attribute(e, object.tensor(), name, value);
        case Type::Namespace:
            object.as<NamespaceObject>().names.insert_or_assign(std::string(name), value);
            return;
        case Type::Unknown:
        case Type::Opaque:
            return;
        default:
            e.raise("AttributeError",
                    concat("'", type_name(object), "' object has no attribute '", name, "'"));
    }
}

void delete_attribute(Evaluator& e, const Value& object, std::string_view name) {
    e.early_calls.module_changes++;
    if (object.is(Type::Instance)) {
        InstanceObject& instance = object.instance();
        if (instance.attributes.remove(name)) return;
        if (instance.module != nullptr) {
            ModuleState& module = *instance.module;
            if (module.children.remove(name) || module.parameters.remove(name) || module.buffers.remove(name))
                return;
            if (!instance.cls->layer.empty() || module.is_layer_bound) {
                module.removed_tensors.emplace_back(name);
                return;
            }
        }
    }
    if (object.is(Type::Class) && object.cls().attributes.remove(name)) return;
    if (object.is_unknown() || object.is(Type::Opaque)) return;
    e.raise("AttributeError", concat("'", type_name(object), "' object has no attribute '", name, "'"));
}

}  // namespace paramscope::open::python
