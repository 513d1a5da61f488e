#include "open/python/values/behaviour.h"

#include "base/concat.h"
#include "open/python/state/interpreter.h"

namespace paramscope::open::python {
namespace {

/// In the order of `Type`.
const Behaviour* const kBehaviours[] = {
    &kUnknownBehaviour,   &kNoneBehaviour,     &kEllipsisBehaviour, &kBoolBehaviour,       &kIntBehaviour,
    &kFloatBehaviour,     &kStrBehaviour,      &kTupleBehaviour,    &kListBehaviour,       &kDictBehaviour,
    &kSetBehaviour,       &kRangeBehaviour,    &kSliceBehaviour,    &kFunctionBehaviour,   &kBuiltinBehaviour,
    &kClassBehaviour,     &kInstanceBehaviour, &kMethodBehaviour,   &kDescriptorBehaviour, &kSuperBehaviour,
    &kNamespaceBehaviour, &kTensorBehaviour,   &kOpaqueBehaviour,
};
static_assert(std::size(kBehaviours) == static_cast<std::size_t>(Type::Opaque) + 1);

}  // namespace

const Behaviour& behaviour_of(Type type) {
    return *kBehaviours[static_cast<std::size_t>(type)];
}

std::string type_name(const Value& value) {
    if (value.is(Type::Instance)) return value.instance().cls->name;
    if (value.is(Type::Tensor) && value.tensor().is_parameter) return "Parameter";
    return std::string(behaviour_of(value).name);
}

BuiltinFunction find_method(const Value& value, std::string_view name) {
    const auto* methods = behaviour_of(value).methods;
    if (methods == nullptr) return nullptr;
    for (const BuiltinRow& row : *methods) {
        if (row.name == name) return row.function;
    }
    return nullptr;
}

std::optional<Value> builtin_attribute(Evaluator& e, const Value& value, std::string_view name) {
    if (name == "__class__") {
        if (ClassObject* cls = class_of(e, value)) return Value::of(Type::Class, cls);
    }
    if (name == "__doc__") return Value::none();
    if (const BuiltinFunction method = find_method(value, name)) return e.builtin(name, method, value);
    return std::nullopt;
}

std::optional<std::string> key_of(const Value& value) {
    std::string text;
    if (!append_key(value, 0, text)) return std::nullopt;
    return text;
}

bool append_key(const Value& value, int depth, std::string& text) {
    const auto key = behaviour_of(value).key;
    return key != nullptr && key(value, depth, text);
}

bool append_object_key(const Value& value, int, std::string& text) {
    append_all(text, "o", reinterpret_cast<std::uintptr_t>(value.object), ';');
    return true;
}

Value refuse(Evaluator& e, const Value& value, std::string_view what) {
    return e.raise("TypeError", concat("'", type_name(value), "' object ", what));
}

Value refuse_item(Evaluator& e, const Value& container) {
    return refuse(e, container, "is not subscriptable");
}

Value refuse_length(Evaluator& e, const Value& value) {
    return e.raise("TypeError", concat("object of type '", type_name(value), "' has no len()"));
}

Value refuse_key(Evaluator& e, const Value& key) {
    return e.raise("TypeError", concat("unhashable type: '", type_name(key), "'"));
}

Truth is_same_object(Evaluator&, const Value& left, const Value& right) {
    return truth_of(left.object == right.object);
}

}  // namespace paramscope::open::python
