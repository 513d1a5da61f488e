// Instances of classes: what their special methods say, what torch.nn's modules and dataclasses have, and
// what Python does otherwise.
#include "base/concat.h"
#include "open/python/effects/effects.h"
#include "open/python/run/members.h"
#include "open/python/state/interpreter.h"
#include "open/python/values/behaviour.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {
void set_without_hook(Evaluator& e, const Value& object, std::string_view name, const Value& value) {
    InstanceObject& instance = object.instance();
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

namespace {

/// True where the text, or a library's text, defines the method.
bool has_method(const ClassObject& cls, std::string_view name) {
    const Value* method = cls.find(name);
    return method != nullptr && method->is(Type::Function);
}

Truth instance_truth(Evaluator& e, const Value& value) {
    const InstanceObject& instance = value.instance();
    for (const std::string_view method : {"__bool__", "__len__"}) {
        if (instance.cls->find(method) == nullptr) continue;
        const Value result = call_method(e, value, method);
        return e.is_interrupted() ? Truth::Unknown : truth(e, result);
    }
    if (const std::optional<Value> length = call_container(e, value, "__len__", {})) return truth(e, *length);
    return instance.cls->unknown_base ? Truth::Unknown : Truth::True;
}

/// Why it is not known which modules a list or dict of modules holds; nullptr where it is known.
const Value* doubt_of_container(const Value& value) {
    const InstanceObject& instance = value.instance();
    const bool is_doubtful = instance.module != nullptr && !instance.module->doubts.empty() &&
                             find_module_method(*instance.cls, "__iter__") != nullptr;
    return is_doubtful ? &instance.module->doubts.front() : nullptr;
}

Value instance_length(Evaluator& e, const Value& value) {
    const ClassObject& cls = *value.instance().cls;
    if (has_method(cls, "__len__")) return call_method(e, value, "__len__");
    if (const Value* doubt = doubt_of_container(value)) return *doubt;
    if (const std::optional<Value> length = call_container(e, value, "__len__", {})) return *length;
    if (cls.derives_from(e.known.named_tuple)) return Value::of(static_cast<Integer>(cls.fields.size()));
    return cls.unknown_base ? *cls.unknown_base : refuse_length(e, value);
}

/// Calls __next__ of an iterator of the text until StopIteration.
std::optional<std::vector<Value>> items_of_iterator(Evaluator& e, const Value& iterator) {
    std::vector<Value> items;
    while (true) {
        const Value next = call_method(e, iterator, "__next__");
        const bool is_end = e.control.flow == Flow::Raise && e.control.exception.is(Type::Instance) &&
                            e.control.exception.instance().cls->name == "StopIteration";
        if (is_end) {
            e.control.flow = Flow::Next;
            return items;
        }
        if (e.is_interrupted() || !e.count_items(1)) return std::nullopt;
        items.push_back(next);
    }
}

std::optional<std::vector<Value>> instance_items(Evaluator& e, const Value& iterable, Value* reason,
                                                 const Polynomial** length) {
    const ClassObject& cls = *iterable.instance().cls;
    if (has_method(cls, "__iter__")) {
        const Value made = call_method(e, iterable, "__iter__");
        if (e.is_interrupted()) return std::nullopt;
        return made.is(Type::Instance) ? items_of_iterator(e, made) : items_of(e, made, reason, length);
    }
    if (cls.derives_from(e.known.named_tuple)) {
        std::vector<Value> items;
        for (const std::string& field : cls.fields) items.push_back(attribute(e, iterable, field));
        return items;
    }
    // In a forward pass, what is known is a part of "at least".
    if (const Value* doubt = e.tracer == nullptr ? doubt_of_container(iterable) : nullptr) {
        *reason = *doubt;
        return std::nullopt;
    }
    if (const std::optional<Value> items = call_container(e, iterable, "__iter__", {})) {
        if (e.is_interrupted()) return std::nullopt;
        return items_of(e, *items, reason, length);
    }
    if (cls.unknown_base) {
        *reason = *cls.unknown_base;
        return std::nullopt;
    }
    refuse(e, iterable, "is not iterable");
    return std::nullopt;
}

Value instance_item(Evaluator& e, const Value& container, const Value& key) {
    const ClassObject& cls = *container.instance().cls;
    if (has_method(cls, "__getitem__")) return call_method(e, container, "__getitem__", {key});
    if (const std::optional<Value> found = call_container(e, container, "__getitem__", {key})) return *found;
    if (cls.derives_from(e.known.named_tuple)) {
        const std::optional<Integer> index = index_of(e, key);
        const auto at = index ? position(*index, cls.fields.size()) : std::nullopt;
        if (at) return attribute(e, container, cls.fields[*at]);
    }
    return cls.unknown_base ? *cls.unknown_base : refuse_item(e, container);
}

void set_instance_item(Evaluator& e, const Value& container, const Value& key, const Value& value) {
    const InstanceObject& instance = container.instance();
    if (key.is_unknown()) {
        forget_contents(e, container, key);
    } else if (has_method(*instance.cls, "__setitem__")) {
        call_method(e, container, "__setitem__", {key, value});
    } else if (!call_container(e, container, "__setitem__", {key, value})) {
        refuse(e, container, "does not support item assignment");
    }
}

void delete_instance_item(Evaluator& e, const Value& container, const Value& key) {
    if (container.instance().cls->find("__delitem__") != nullptr)
        call_method(e, container, "__delitem__", {key});
    else if (!call_container(e, container, "__delitem__", {key}))
        refuse(e, container, "doesn't support item deletion");
}

Truth instance_contains(Evaluator& e, const Value& container, const Value& item) {
    const InstanceObject& instance = container.instance();
    if (instance.cls->find("__contains__") != nullptr)
        return truth(e, call_method(e, container, "__contains__", {item}));
    const bool is_name_of_part =
        instance.module != nullptr && item.is(Type::Str) && instance.cls->derives_from(e.known.module_dict);
    if (is_name_of_part) return truth_of(instance.module->children.find(item.str()) != nullptr);
    return contains_equal(e, container, item);
}

/// In a forward pass, a tensor with parametrizations is computed each time.
std::optional<Value> parametrized(Evaluator& e, const InstanceObject& instance, std::string_view name) {
    if (e.tracer == nullptr || instance.module == nullptr) return std::nullopt;
    const Value* all = instance.module->children.find("parametrizations");
    const bool has_parts = all != nullptr && all->is(Type::Instance) && all->instance().module != nullptr;
    const Value* own = has_parts ? all->instance().module->children.find(name) : nullptr;
    if (own == nullptr || !own->is(Type::Instance) || !own->instance().cls->is_library) return std::nullopt;
    return call_method(e, *own, "compute");
}

std::optional<Value> instance_attribute(Evaluator& e, const Value& object, std::string_view name) {
    InstanceObject& instance = object.instance();
    use_attribute(e, instance.module.get(), name);
    const Value* member = instance.cls->find(name);
    const bool is_property = member != nullptr && member->is(Type::Descriptor) &&
                             member->as<DescriptorObject>().kind == DescriptorObject::Kind::Property;
    if (is_property) return bind_member(e, *member, object, true);
    if (const auto computed = parametrized(e, instance, name)) return *computed;
    if (const Value* own = instance.attributes.find(name)) return *own;
    if (name == "__dict__") return attributes_of(e, object);
    if (name == "__class__") return Value::of(Type::Class, instance.cls);
    if (name == "__module__") return attribute(e, Value::of(Type::Class, instance.cls), name);
    if (name == "__setattr__" && member == nullptr) return e.builtin(name, set_plainly, object);
    if (instance.unknown_attributes.is_unknown() && (member == nullptr || !is_behaviour(*member)))
        return instance.unknown_attributes;
    if (instance.module != nullptr) {
        if (const auto found = module_attribute(e, instance, name)) return found;
    }
    if (member != nullptr) return bind_member(e, *member, object, true);
    if (instance.module != nullptr) {
        if (const BuiltinFunction method = find_module_method(*instance.cls, name))
            return e.builtin(name, method, object);
    }
    if (const Value* getter = instance.cls->find("__getattr__"); getter != nullptr)
        return call(e, bind_member(e, *getter, object, true), {e.text(std::string(name))});
    if (instance.cls->derives_from(e.known.named_tuple)) {
        if (const auto found = named_tuple_attribute(e, object, name)) return found;
    }
    if (const Value* value = value_of_member(object)) return find_attribute(e, *value, name);
    if (instance.cls->is_exception && name == "args") return e.tuple({});
    if (instance.cls->unknown_base) return *instance.cls->unknown_base;
    return std::nullopt;
}

/// `x.__dict__ = values`: the attributes that the object has from now on.
static void replace_attributes(Evaluator& e, InstanceObject& instance, const Value& values) {
    instance.attributes = {};
    instance.unknown_attributes = values.is(Type::Dict) ? values.as<Dict>().default_factory : values;
    if (!values.is(Type::Dict)) return;
    for (const Dict::Entry& each : values.as<Dict>().entries) {
        if (!each.is_removed && each.key.is(Type::Str) && e.count_items(1))
            instance.attributes.set(each.key.str(), each.value);
    }
}

void set_instance_attribute(Evaluator& e, const Value& object, std::string_view name, const Value& value) {
    InstanceObject& instance = object.instance();
    if (name == "__dict__" && instance.module == nullptr) return replace_attributes(e, instance, value);
    if (instance.module != nullptr) note_module_change(e, instance, name, value);
    const Value* setter = instance.cls->find("__setattr__");
    if (setter != nullptr && !setter->is_unknown()) {
        call(e, bind_member(e, *setter, object, true), {e.text(std::string(name)), value});
        return;
    }
    set_without_hook(e, object, name, value);
}

bool delete_instance_attribute(Evaluator&, const Value& object, std::string_view name) {
    InstanceObject& instance = object.instance();
    if (instance.attributes.remove(name)) return true;
    if (instance.module == nullptr) return false;
    ModuleState& module = *instance.module;
    if (module.children.remove(name) || module.parameters.remove(name) || module.buffers.remove(name))
        return true;
    if (instance.cls->layer.empty() && !module.is_layer_bound) return false;
    module.removed_tensors.emplace_back(name);
    return true;
}

Value call_instance(Evaluator& e, const Value& function, Arguments& arguments) {
    InstanceObject& instance = function.instance();
    if (instance.module == nullptr && instance.cls->find("__call__") != nullptr)
        return call(e, attribute(e, function, "__call__"), arguments);
    if (e.tracer != nullptr && instance.module != nullptr) return e.tracer->call_module(instance, arguments);
    if (instance.module != nullptr) e.findings.calls.push_back({&instance, arguments});
    if (instance.module != nullptr && !instance.cls->unknown_base)
        return call_module_early(e, instance, arguments);
    if (instance.module != nullptr || instance.cls->unknown_base)
        return tensor_of_unknown_shape(e, e.unknown(message("python.unknown_forward")));
    return refuse(e, function, "is not callable");
}

bool instance_key(const Value& value, int depth, std::string& text) {
    const Value* plain = value_of_member(value);
    return plain != nullptr ? append_key(*plain, depth, text) : append_object_key(value, depth, text);
}

std::string instance_text(Evaluator& e, const Value& value, int depth) {
    const InstanceObject& instance = value.instance();
    const ClassObject& cls = *instance.cls;
    if (cls.find("__repr__") != nullptr) {
        const Value text = call_method(e, value, "__repr__");
        return text.is(Type::Str) ? text.str() : "";
    }
    if (cls.is_exception) {
        const Value* args = instance.attributes.find("args");
        const std::string inner = args == nullptr ? "()" : represent(e, *args, depth + 1);
        return cls.name + (inner.ends_with(",)") ? inner.substr(0, inner.size() - 2) + ")" : inner);
    }
    if (!cls.is_dataclass) return concat("<", cls.name, " object>");
    std::string text = cls.name + "(";
    for (std::size_t i = 0; i < cls.fields.size(); ++i) {
        const Value* field = instance.attributes.find(cls.fields[i]);
        const std::string its_text = field != nullptr ? represent(e, *field, depth + 1) : "?";
        text += concat(i > 0 ? ", " : "", cls.fields[i], "=", its_text);
    }
    return text + ")";
}

}  // namespace

const Behaviour kInstanceBehaviour = {
    .name = "instance",  // that of its class is said
    .truth = instance_truth,
    .length = instance_length,
    .items = instance_items,
    .item = instance_item,
    .set_item = set_instance_item,
    .delete_item = delete_instance_item,
    .contains = instance_contains,
    .attribute = instance_attribute,
    .set_attribute = set_instance_attribute,
    .delete_attribute = delete_instance_attribute,
    .call = call_instance,
    .key = instance_key,
    .represent = instance_text,
};

}  // namespace paramscope::open::python
