// What an object holds after a change of which only the object is known: `config.update(json.load(file))`.
#include "open/python/effects/effects.h"
#include "open/python/state/evaluator.h"

namespace paramscope::open::python {
namespace {

/// Entries that may have been replaced, or removed, and others that may have come.
void forget_entries(Evaluator& e, Dict& dict, const Value& reason) {
    for (Dict::Entry& each : dict.entries) each.value = reason;
    dict.default_factory = reason;
    if (dict.owner != nullptr) forget_contents(e, Value::of(Type::Instance, dict.owner), reason);
}

void forget_attributes(InstanceObject& instance, const Value& reason) {
    if (instance.module != nullptr) return instance.module->doubts.push_back(reason);
    instance.attributes = {};
    instance.unknown_attributes = reason;
}

/// The values of a class; its methods stay.
void forget_values(ClassObject& cls, const Value& reason) {
    for (auto& [name, value] : cls.attributes.entries) {
        if (!is_behaviour(value)) value = reason;
    }
}

}  // namespace

bool is_behaviour(const Value& member) {
    return member.is(Type::Function) || member.is(Type::Builtin) || member.is(Type::Descriptor) ||
           member.is(Type::Class);
}

void forget_contents(Evaluator& e, const Value& object, const Value& reason) {
    if (object.is(Type::List)) object.items().assign(1, reason);
    if (object.is(Type::Dict)) forget_entries(e, object.as<Dict>(), reason);
    if (object.is(Type::Instance)) forget_attributes(object.instance(), reason);
    if (object.is(Type::Class)) forget_values(object.cls(), reason);
}

}  // namespace paramscope::open::python
