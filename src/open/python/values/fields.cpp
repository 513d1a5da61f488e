// Fields of dataclasses and named tuples, `__dict__` and `__doc__`.
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
    result.as<Dict>().default_factory = object.instance().unknown_attributes;
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

}  // namespace paramscope::open::python
