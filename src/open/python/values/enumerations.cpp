#include "open/python/values/enumerations.h"

#include <algorithm>

#include "base/characters.h"
#include "base/ranges.h"
#include "open/python/state/interpreter.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {
namespace {

constexpr std::string_view kMembers = "__members__";

bool is_member(const std::string& name, const Value& value) {
    const bool is_function = value.is(Type::Function) || value.is(Type::Descriptor) || value.is(Type::Class);
    return !name.starts_with('_') && !is_function;
}

bool is_auto(const Value& given) {
    return given.is(Type::Instance) && given.instance().cls->is_library &&
           given.instance().cls->name == "auto";
}

bool derives_from_type(const ClassObject& cls, Type type) {
    return any_of(cls.order, [&](const ClassObject* base) { return base->makes == type; });
}

/// True for a class of our text of enum.
bool is_of_enum(const ClassObject& cls, std::string_view name) {
    return cls.is_library && cls.name == name && cls.definition != nullptr;
}

/// The member with a value: None when no member has it, unknown when the comparison is unknown.
Value find_member(Evaluator& e, const Dict& members, const Value& value) {
    for (const Dict::Entry& entry : members.entries) {
        if (entry.is_removed) continue;
        // Which member it is was not known: its value was compared with one that is not known.
        if (!entry.value.is(Type::Instance)) return entry.value;
        if (entry.value.instance().attributes.find("value") == nullptr) continue;
        const Truth same = equal(e, *entry.value.instance().attributes.find("value"), value);
        if (same == Truth::True) return entry.value;
        if (same == Truth::Unknown) return e.unknown(message("python.unknown_call", {{"type", "Enum"}}));
    }
    return Value::none();
}

}  // namespace

bool is_enumeration(const ClassObject& cls) {
    return std::any_of(cls.order.begin() + 1, cls.order.end(),
                       [](const ClassObject* base) { return is_of_enum(*base, "Enum"); });
}

bool is_class_of_enumerations(const ClassObject& cls) {
    return any_of(cls.order, [](const ClassObject* base) { return is_of_enum(*base, "EnumMeta"); });
}

void make_enumeration(Evaluator& e, ClassObject& cls) {
    const Value members = e.dict();
    Value last = Value::of(0);
    const bool is_text = derives_from_type(cls, Type::Str);
    cls.is_value = is_text || derives_from_type(cls, Type::Int) || derives_from_type(cls, Type::Float);
    for (std::size_t at = 0; at < cls.attributes.entries.size(); ++at) {
        const auto [name, given] = cls.attributes.entries[at];
        if (!is_member(name, given)) continue;
        auto* member = e.make<InstanceObject>();
        member->cls = &cls;
        // auto() counts on from the member before; in texts it is the name.
        const Value value = !is_auto(given) ? given
                            : is_text       ? e.text(lowercase(name))
                                            : binary(e, "+", last, Value::of(1));
        last = value;
        member->attributes.set("name", e.text(name));
        member->attributes.set("value", value);
        Value found = find_member(e, members.as<Dict>(), value);
        if (found.is(Type::None)) found = Value::of(Type::Instance, member);
        cls.attributes.entries[at].second = found;
        set_item(e, members, e.text(name), found);
    }
    cls.attributes.set(kMembers, members);
}

Value construct_member(Evaluator& e, ClassObject& cls, const Arguments& arguments) {
    const Value* members = cls.attributes.find(kMembers);
    if (members == nullptr || arguments.positional.size() != 1)
        return e.unknown(message("python.unknown_call", {{"type", cls.name}}));
    const Value& wanted = arguments.positional[0];
    if (wanted.is_unknown()) return wanted;
    if (wanted.is(Type::Instance) && wanted.instance().cls == &cls) return wanted;
    e.decisions.decide_by(wanted);
    const Value found = find_member(e, members->as<Dict>(), wanted);
    if (!found.is(Type::None)) return found;
    return e.raise("ValueError", represent(e, wanted) + " is not a valid " + cls.name);
}

}  // namespace paramscope::open::python
