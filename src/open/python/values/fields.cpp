// Fields of dataclasses and named tuples, members of enumerations, `__dict__` and `__doc__`.
#include <algorithm>

#include "base/characters.h"
#include "base/ranges.h"
#include "open/python/state/evaluator.h"
#include "open/python/state/interpreter.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {

/// The text that a function's or a class's body begins with.
Value documentation(Evaluator& e, const Node& definition) {
    const Node* body = definition.child(Field::Body);
    if (body == nullptr || body->children.empty()) return Value::none();
    const Node& first = *body->children[0];
    const bool is_text = first.kind == Kind::ExpressionStatement && first.children.size() == 1 &&
                         first.children[0]->kind == Kind::String;
    return is_text ? evaluate(e, *first.children[0]) : Value::none();
}

/// `x.__dict__`: what is set in it is set in the instance.
Value attributes_of(Evaluator& e, const Value& object) {
    const Value result = e.dict();
    const bool is_class = object.is(Type::Class);
    for (const auto& [name, value] :
         (is_class ? object.cls().attributes : object.instance().attributes).entries)
        set_item(e, result, e.text(name), value);
    if (is_class) return result;
    if (object.instance().module != nullptr)
        result.as<Dict>().default_factory = e.unknown(
            message("python.unknown_attribute", {{"name", "__dict__"}, {"type", type_name(object)}}));
    result.as<Dict>().owner = &object.instance();
    return result;
}

Value field_names(Evaluator& e, const ClassObject& cls) {
    std::vector<Value> names;
    for (const std::string& field : cls.fields) names.push_back(e.text(field));
    return e.tuple(std::move(names));
}

std::optional<Value> named_tuple_attribute(Evaluator& e, const Value& object, std::string_view name) {
    if (name == "_asdict") {
        return e.builtin(
            name,
            [](Evaluator& inner, const Value& self, Arguments&) { return fields_of(inner, self, false); },
            object);
    }
    if (name == "_fields") return field_names(e, *object.instance().cls);
    if (name != "_replace") return std::nullopt;
    const auto replace = [](Evaluator& inner, const Value& self, Arguments& a) {
        const Value fields = fields_of(inner, self, false);
        for (const auto& [field, value] : a.named) set_item(inner, fields, inner.text(field), value);
        python::Arguments all;
        for (const Dict::Entry& entry : fields.as<Dict>().entries)
            all.named.emplace_back(entry.key.str(), entry.value);
        return construct(inner, *self.instance().cls, all);
    };
    return e.builtin(name, replace, object);
}

/// The fields of a dataclass or a named tuple as a dict; those below too where `is_deep`.
Value fields_of(Evaluator& e, const Value& value, bool is_deep) {
    if (e.is_interrupted() || !e.step()) return value;
    if (value.is(Type::Instance) && value.instance().cls->is_dataclass) {
        const Value result = e.dict();
        for (const std::string& name : value.instance().cls->fields) {
            const Value field = attribute(e, value, name);
            set_item(e, result, e.text(name), is_deep ? fields_of(e, field, true) : field);
        }
        return result;
    }
    if (value.is(Type::List) || value.is(Type::Tuple)) {
        std::vector<Value> items;
        for (const Value& each : value.items()) items.push_back(fields_of(e, each, true));
        return value.is(Type::List) ? e.list(std::move(items), value.as<Sequence>().length)
                                    : e.tuple(std::move(items));
    }
    if (!value.is(Type::Dict)) return value;
    const Value result = e.dict();
    for (const Dict::Entry& entry : value.as<Dict>().entries) {
        if (!entry.is_removed) set_item(e, result, entry.key, fields_of(e, entry.value, true));
    }
    return result;
}

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

}  // namespace

/// True for a class of our text of enum.
static bool is_of_enum(const ClassObject& cls, std::string_view name) {
    return cls.is_library && cls.name == name && cls.definition != nullptr;
}

bool is_enumeration(const ClassObject& cls) {
    return std::any_of(cls.order.begin() + 1, cls.order.end(),
                       [](const ClassObject* base) { return is_of_enum(*base, "Enum"); });
}

bool is_class_of_enumerations(const ClassObject& cls) {
    return any_of(cls.order, [](const ClassObject* base) { return is_of_enum(*base, "EnumMeta"); });
}

/// The member with a value: None when no member has it, unknown when the comparison is unknown.
static Value find_member(Evaluator& e, const Dict& members, const Value& value) {
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

void make_enumeration(Evaluator& e, ClassObject& cls) {
    const Value members = e.dict();
    const bool is_text = derives_from_type(cls, Type::Str);
    cls.is_value = is_text || derives_from_type(cls, Type::Int) || derives_from_type(cls, Type::Float);
    for (std::size_t at = 0; at < cls.attributes.entries.size(); ++at) {
        const auto [name, given] = cls.attributes.entries[at];
        if (!is_member(name, given)) continue;
        auto* member = e.make<InstanceObject>();
        member->cls = &cls;
        // auto() counts from one; in texts it is the name.
        const Value value = !is_auto(given) ? given
                            : is_text       ? e.text(lowercase(name))
                                            : Value::of(members.as<Dict>().size + 1);
        member->attributes.set("name", e.text(name));
        member->attributes.set("value", value);
        Value found = find_member(e, members.as<Dict>(), value);
        if (found.is(Type::None)) found = Value::of(Type::Instance, member);
        cls.attributes.entries[at].second = found;
        set_item(e, members, e.text(name), found);
    }
    cls.attributes.set(kMembers, members);
}

/// `Color(1)`, and a member itself.
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
