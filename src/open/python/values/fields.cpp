// Fields of dataclasses and named tuples, `__dict__` and `__doc__`.
#include "open/python/run/evaluator.h"

namespace paramscope::open::python {

/// The text that a function's or a class's body begins with.
Value Evaluator::documentation(const Node& definition) {
    const Node* body = definition.child(Field::Body);
    if (body == nullptr || body->children.empty()) return Value::none();
    const Node& first = *body->children[0];
    const bool is_text = first.kind == Kind::ExpressionStatement && first.children.size() == 1 &&
                         first.children[0]->kind == Kind::String;
    return is_text ? evaluate(*first.children[0]) : Value::none();
}

/// `x.__dict__`: what is set in it is set in the instance.
Value Evaluator::attributes_of(const Value& object) {
    const Value result = dict();
    for (const auto& [name, value] : object.instance().attributes.entries)
        set_item(result, text(name), value);
    if (object.instance().module != nullptr)
        result.as<Dict>().default_factory =
            unknown(message("python.unknown_attribute", {{"name", "__dict__"}, {"type", type_name(object)}}));
    result.as<Dict>().owner = &object.instance();
    return result;
}

Value Evaluator::field_names(const ClassObject& cls) {
    std::vector<Value> names;
    for (const std::string& field : cls.fields) names.push_back(text(field));
    return tuple(std::move(names));
}

std::optional<Value> Evaluator::named_tuple_attribute(const Value& object, std::string_view name) {
    if (name == "_asdict") {
        return builtin(
            name, [](Evaluator& e, const Value& self, Arguments&) { return e.fields_of(self, false); },
            object);
    }
    if (name == "_fields") return field_names(*object.instance().cls);
    if (name != "_replace") return std::nullopt;
    const auto replace = [](Evaluator& e, const Value& self, Arguments& a) {
        const Value fields = e.fields_of(self, false);
        for (const auto& [field, value] : a.named) e.set_item(fields, e.text(field), value);
        python::Arguments all;
        for (const Dict::Entry& entry : fields.as<Dict>().entries)
            all.named.emplace_back(entry.key.str(), entry.value);
        return e.construct(*self.instance().cls, all);
    };
    return builtin(name, replace, object);
}

/// The fields of a dataclass or a named tuple as a dict; those below too where `is_deep`.
Value Evaluator::fields_of(const Value& value, bool is_deep) {
    if (is_interrupted() || !step()) return value;
    if (value.is(Type::Instance) && value.instance().cls->is_dataclass) {
        const Value result = dict();
        for (const std::string& name : value.instance().cls->fields) {
            const Value field = attribute(value, name);
            set_item(result, text(name), is_deep ? fields_of(field, true) : field);
        }
        return result;
    }
    if (value.is(Type::List) || value.is(Type::Tuple)) {
        std::vector<Value> items;
        for (const Value& each : value.items()) items.push_back(fields_of(each, true));
        return value.is(Type::List) ? list(std::move(items), value.as<Sequence>().length)
                                    : tuple(std::move(items));
    }
    if (!value.is(Type::Dict)) return value;
    const Value result = dict();
    for (const Dict::Entry& entry : value.as<Dict>().entries) {
        if (!entry.is_removed) set_item(result, entry.key, fields_of(entry.value, true));
    }
    return result;
}

}  // namespace paramscope::open::python
