// Builtin functions on objects and classes: isinstance(), getattr(), super(), property().

#include "base/concat.h"
#include "base/ranges.h"
#include "open/python/builtins/builtins.h"
#include "open/python/effects/effects.h"
#include "open/python/imports/imports.h"
#include "open/python/state/interpreter.h"
#include "open/python/values/enumerations.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {

static std::optional<std::pair<ClassObject*, Value>> super_context(Evaluator& e);
namespace {

/// isinstance() of a number and a class of numbers.
bool is_number_of(const Value& x, std::string_view name) {
    return name == "Integral" || name == "Rational" ? x.is_whole() : x.is_number();
}

/// isinstance() of an object of the text and an interface, by its methods; nullopt where they do not tell.
std::optional<bool> has_interface(Evaluator& e, const InstanceObject& x, std::string_view name) {
    const ClassObject& cls = *x.cls;
    const bool is_tuple = cls.derives_from(e.known.tuple) || cls.derives_from(e.known.named_tuple);
    if (cls.unknown_base || is_tuple || (cls.is_library && x.module == nullptr)) return std::nullopt;
    if (name == "Callable") return x.module != nullptr || cls.find("__call__") != nullptr;
    const bool is_plain = x.module == nullptr && cls.find("__iter__") == nullptr &&
                          cls.find("__getitem__") == nullptr && cls.find("__len__") == nullptr;
    const bool is_container = name == "Sequence" || name == "Mapping" || name == "Iterable" ||
                              name == "List" || name == "Dict" || name == "Tuple" || name == "Collection" ||
                              name == "Sized";
    return is_plain && is_container ? std::optional(false) : std::nullopt;
}

/// isinstance() of a builtin value and an interface of typing, numbers or collections.abc; nullopt for other
/// values and classes.
std::optional<bool> is_of_interface(Evaluator& e, const Value& x, const Value& wanted) {
    if (!wanted.is(Type::Opaque) || x.type < Type::None || x.is(Type::Tensor) || x.is(Type::Opaque))
        return std::nullopt;
    const std::string& full = wanted.as<OpaqueObject>().name;
    const std::string_view name = std::string_view(full).substr(full.rfind('.') + 1);
    if (full.starts_with("numbers.") && !x.is(Type::Instance)) return is_number_of(x, name);
    if (!full.starts_with("typing") && !full.starts_with("collections.abc")) return std::nullopt;
    if (x.is(Type::Instance)) return has_interface(e, x.instance(), name);
    const bool is_sequence = x.is(Type::List) || x.is(Type::Tuple) || x.is(Type::Str) || x.is(Type::Range);
    if (name == "Sequence") return is_sequence;
    if (name == "Iterable" || name == "Collection" || name == "Sized")
        return is_sequence || x.is(Type::Dict) || x.is(Type::Set);
    if (name == "Mapping" || name == "Dict") return x.is(Type::Dict);
    if (name == "List") return x.is(Type::List);
    if (name == "Tuple") return x.is(Type::Tuple);
    if (name == "Callable")
        return x.is(Type::Function) || x.is(Type::Builtin) || x.is(Type::Class) || x.is(Type::Method);
    return std::nullopt;
}

Value isinstance(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 2) return e.raise("TypeError", "isinstance expected 2 arguments");
    const Value &x = a.positional[0], &wanted = a.positional[1];
    if (x.is_unknown()) return x;
    Value reason = Value::none();
    for (std::vector<Value> left = {wanted}; !left.empty() && e.step();) {
        const Value each = left.back();
        left.pop_back();
        if (each.is(Type::Tuple)) {
            left.insert(left.end(), each.items().rbegin(), each.items().rend());
            continue;
        }
        if (const std::optional<bool> is_of = is_of_interface(e, x, each)) {
            if (*is_of) return Value::of(true);
            continue;
        }
        if (!each.is(Type::Class)) {
            if (each.is(Type::Builtin) && each.as<BuiltinObject>().name == "partial") {
                if (x.is(Type::Builtin) && x.as<BuiltinObject>().name == "partial") return Value::of(true);
                continue;
            }
            // Instances of the source's own classes are no instances of an unknown class.
            const bool is_opaque = each.is(Type::Opaque) || each.is_unknown();
            if (!is_opaque)
                return e.raise("TypeError",
                               "isinstance() arg 2 must be a type, a tuple of types, or a union");
            const ClassObject* own = class_of(e, x);
            const bool is_foreign = x.is(Type::Instance) || x.is(Type::Opaque) || x.is(Type::Tensor);
            if (each.is(Type::Opaque) ||
                (is_foreign && (own == nullptr || own->unknown_base || x.is(Type::Opaque))))
                reason = each.is_unknown()
                             ? each
                             : e.unknown(message("python.unknown_method", {{"name", "isinstance"}}));
            continue;
        }
        const bool is_iterator = x.is(Type::List) && x.as<Sequence>().is_iterator;
        if (is_iterator && each.cls().makes == Type::List) continue;
        if (is_instance(e, x, each.cls())) return Value::of(true);
        if (x.is(Type::Class) && is_class_of_enumerations(each.cls()) && is_enumeration(x.cls()))
            return each.cls().is_library ? Value::of(true) : not_evaluated(e, "isinstance");
        // Classes that derive from dict.
        const bool is_dict = x.is(Type::Instance) && each.cls().makes == Type::Dict &&
                             x.instance().cls->find("_is_a_dict") != nullptr;
        if (is_dict) return Value::of(true);
        if (x.is(Type::Instance) && x.instance().cls->unknown_base) reason = *x.instance().cls->unknown_base;
        if (x.is(Type::Opaque) && each.cls().makes == Type::Instance)
            reason = e.unknown(message("python.unknown_method", {{"name", "isinstance"}}));
    }
    return reason.is_unknown() ? reason : Value::of(false);
}

Value issubclass(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 2 || !a.positional[0].is(Type::Class)) return not_evaluated(e, "issubclass");
    const std::vector<Value> classes =
        a.positional[1].is(Type::Tuple) ? a.positional[1].items() : std::vector<Value>{a.positional[1]};
    for (const Value& each : classes) {
        if (!each.is(Type::Class)) return not_evaluated(e, "issubclass");
        if (a.positional[0].cls().derives_from(&each.cls())) return Value::of(true);
    }
    if (a.positional[0].cls().unknown_base) return *a.positional[0].cls().unknown_base;
    return Value::of(false);
}

/// An attribute, of which the caller knows what to do where there is none.
std::optional<Value> tried_attribute(Evaluator& e, const Value& object, std::string_view name) {
    ++e.frames.tries;
    std::optional<Value> found = find_attribute(e, object, name);
    --e.frames.tries;
    return found;
}

Value is_callable(Evaluator& e, const Value& x) {
    if (x.is_unknown() || x.is(Type::Opaque))
        return e.unknown(message("python.unknown_method", {{"name", "callable"}}));
    return Value::of(x.is(Type::Function) || x.is(Type::Builtin) || x.is(Type::Class) || x.is(Type::Method) ||
                     (x.is(Type::Instance) &&
                      (x.instance().module != nullptr || x.instance().cls->find("__call__") != nullptr)));
}

Value callable(Evaluator& e, const Value&, Arguments& a) {
    return a.positional.size() == 1 ? is_callable(e, a.positional[0]) : not_evaluated(e, "callable");
}

Value has_attribute(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 2 || !a.positional[1].is(Type::Str)) return not_evaluated(e, "hasattr");
    if (a.positional[0].is_unknown()) return a.positional[0];
    const Value& object = a.positional[0];
    const std::string& name = a.positional[1].str();
    e.decisions.decide_by(a.positional[1]);
    if (name == "__call__") return is_callable(e, object);
    if (lacks_attribute_of_arrays(e, object, name)) return Value::of(false);
    const std::optional<Value> found = tried_attribute(e, object, name);
    if (e.control.flow == Flow::Raise) {
        e.control.flow = Flow::Next;
        return Value::of(false);
    }
    if (!found && object.is(Type::None) && !name.starts_with("__")) return Value::of(false);
    const bool may_have_others =
        object.is(Type::Instance) && object.instance().unknown_attributes.is_unknown();
    const bool is_of_text = (object.is(Type::Instance) && !may_have_others) || object.is(Type::Class);
    const bool is_doubtful = found && found->is_unknown() &&
                             (!is_of_text || found->as<Unknown>().reason.id() == "python.unknown_attribute");
    if (is_doubtful) return *found;
    if (!found && !is_of_text)
        return e.unknown(message("python.unknown_attribute", {{"name", name}, {"type", type_name(object)}}));
    return Value::of(found.has_value());
}

Value get_attribute(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() < 2 || !a.positional[1].is(Type::Str))
        return a.positional.size() > 1 && a.positional[1].is_unknown() ? a.positional[1]
                                                                       : not_evaluated(e, "getattr");
    e.decisions.decide_by(a.positional[1]);
    if (a.positional.size() == 2) return attribute(e, a.positional[0], a.positional[1].str());
    const std::optional<Value> found = tried_attribute(e, a.positional[0], a.positional[1].str());
    if (e.control.flow == Flow::Raise)
        e.control.flow = Flow::Next;
    else if (found)
        return *found;
    return a.positional[2];
}

Value set_attribute(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 3 || !a.positional[1].is(Type::Str)) {
        if (a.positional.size() == 3)
            forget_contents(e, a.positional[0],
                            a.positional[1].is_unknown() ? a.positional[1] : not_evaluated(e, "setattr"));
        return Value::none();
    }
    e.decisions.decide_by(a.positional[1]);
    set_attribute(e, a.positional[0], a.positional[1].str(), a.positional[2]);
    return Value::none();
}

Value delete_attribute(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() == 2 && a.positional[1].is(Type::Str))
        delete_attribute(e, a.positional[0], a.positional[1].str());
    return Value::none();
}

Value identity_number(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 1 || a.positional[0].type < Type::Str) return not_evaluated(e, "id");
    return Value::of(static_cast<Integer>(reinterpret_cast<std::uintptr_t>(a.positional[0].object)));
}

Value super_function(Evaluator& e, const Value& self, Arguments& a) {
    auto* object = e.make<SuperObject>();
    if (a.positional.size() == 2 && a.positional[0].is(Type::Class)) {
        object->after = &a.positional[0].cls();
        object->self = a.positional[1];
    } else if (const auto context = super_context(e)) {
        object->after = context->first;
        object->self = context->second;
    }
    (void)self;
    if (object->after == nullptr || !(object->self.is(Type::Instance) || object->self.is(Type::Class)))
        return e.raise("RuntimeError", "super(): no arguments");
    return Value::of(Type::Super, object);
}

Value decorator(Evaluator& e, DescriptorObject::Kind kind, Arguments& a) {
    auto* object = e.make<DescriptorObject>();
    object->kind = kind;
    if (!a.positional.empty()) object->function = a.positional[0];
    return Value::of(Type::Descriptor, object);
}

Value property(Evaluator& e, const Value&, Arguments& a) {
    const Value made = decorator(e, DescriptorObject::Kind::Property, a);
    if (a.positional.size() > 1) made.as<DescriptorObject>().setter = a.positional[1];
    return made;
}

Value class_method(Evaluator& e, const Value&, Arguments& a) {
    return decorator(e, DescriptorObject::Kind::ClassMethod, a);
}

Value static_method(Evaluator& e, const Value&, Arguments& a) {
    return decorator(e, DescriptorObject::Kind::StaticMethod, a);
}

/// dir() of a module of Python: itself, of which only is asked whether it has a name.
Value names_in_module(Evaluator& e, const Value&, Arguments& a) {
    const bool is_module = a.positional.size() == 1 && a.positional[0].is(Type::Namespace);
    return is_module ? a.positional[0] : not_evaluated(e, "dir");
}

/// True, False or None, by its name.
std::optional<Value> constant_named(std::string_view name) {
    if (name == "None") return Value::none();
    if (name == "True" || name == "False") return Value::of(name == "True");
    return std::nullopt;
}

/// eval('nn.ReLU'): a name, an attribute of one, or a constant. Other expressions are not evaluated.
Value evaluate_name(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.empty() || !a.positional[0].is(Type::Str) || a.positional.size() > 1)
        return a.positional.size() == 1 && a.positional[0].is_unknown() ? a.positional[0]
                                                                        : not_evaluated(e, "eval");
    constexpr std::string_view kInNames = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789.";
    const std::string& text = a.positional[0].str();
    const bool is_name = !text.empty() && text.find_first_not_of(kInNames) == std::string::npos &&
                         (text[0] < '0' || text[0] > '9');
    if (!is_name) return not_evaluated(e, "eval");
    e.decisions.decide_by(a.positional[0]);
    if (const auto constant = constant_named(text)) return *constant;
    const std::size_t dot = text.find('.');
    std::optional<Value> found = lookup(e, text.substr(0, dot));
    if (e.is_interrupted()) return Value::none();
    if (!found) found = usual_meaning(e, text.substr(0, dot));
    for (std::size_t at = dot; at != std::string::npos && !e.is_interrupted();) {
        const std::size_t next = text.find('.', at + 1);
        found = attribute(e, *found, text.substr(at + 1, next == std::string::npos ? next : next - at - 1));
        at = next;
    }
    return *found;
}

/// The names of a scope, in the order of the text.
Value names_of(Evaluator& e, const Scope& scope) {
    std::vector<std::pair<std::string_view, Value>> names(scope.names.begin(), scope.names.end());
    sort(names, [](const auto& a, const auto& b) { return a.first.data() < b.first.data(); });
    const Value result = e.dict();
    for (const auto& [name, value] : names) set_item(e, result, e.text(std::string(name)), value);
    return result;
}

/// vars(): the attributes of an instance or a class, or the names of a module; the module itself where not
/// all are known.
Value variables(Evaluator& e, const Value&, Arguments& a) {
    const Value of = a.positional.size() == 1 ? a.positional[0] : Value();
    if (of.is(Type::Instance) || of.is(Type::Class)) return attributes_of(e, of);
    if (!of.is(Type::Namespace)) return not_evaluated(e, "vars");
    const Scope* names = complete_names(e, of.as<NamespaceObject>());
    if (e.is_interrupted()) return Value::none();
    return names != nullptr ? names_of(e, *names) : of;
}

/// The names of the text, or of the imported file that asks.
Value global_names(Evaluator& e, const Value&, Arguments&) {
    const Scope* own = e.frames.scope->globals;
    return names_of(e, own != nullptr && own->names.contains("__file__") ? *own : *e.globals);
}

Value local_names(Evaluator& e, const Value&, Arguments&) {
    if (e.frames.functions.empty()) return names_of(e, *e.globals);
    const Value result = names_of(e, *e.frames.scope);
    const FunctionObject& function = *e.frames.functions.back();
    const bool names_class =
        function.body != nullptr && function.body->text.find("super()") != std::string_view::npos;
    if (function.owner != nullptr && names_class)
        set_item(e, result, e.text("__class__"), Value::of(Type::Class, function.owner));
    return result;
}

constexpr BuiltinRow kObjectFunctionsRows[] = {
    {"isinstance", isinstance},      {"issubclass", issubclass}, {"hasattr", has_attribute},
    {"getattr", get_attribute},      {"setattr", set_attribute}, {"delattr", delete_attribute},
    {"callable", callable},          {"id", identity_number},    {"super", super_function},
    {"eval", evaluate_name},         {"property", property},     {"classmethod", class_method},
    {"staticmethod", static_method}, {"vars", variables},        {"globals", global_names},
    {"locals", local_names},         {"dir", names_in_module},
};

}  // namespace

const std::span<const BuiltinRow> kObjectFunctions = kObjectFunctionsRows;

/// type(name, bases, attributes): a class.
Value make_type(Evaluator& e, Arguments& a) {
    if (a.positional[0].is_unknown()) return a.positional[0];
    const bool is_known = a.positional[0].is(Type::Str) && a.positional[1].is(Type::Tuple) &&
                          a.positional[2].is(Type::Dict) && a.named.empty();
    if (!is_known) return not_evaluated(e, "type");
    std::vector<ClassObject*> bases;
    for (const Value& base : a.positional[1].items()) {
        if (!base.is(Type::Class)) return not_evaluated(e, "type");
        bases.push_back(&base.cls());
    }
    if (bases.empty()) bases.push_back(e.known.object);
    ClassObject* cls = add_class(e, a.positional[0].str(), std::move(bases));
    cls->is_library = false;
    cls->is_of_torch = false;
    for (const Dict::Entry& entry : a.positional[2].as<Dict>().entries) {
        if (!entry.is_removed && entry.key.is(Type::Str)) cls->attributes.set(entry.key.str(), entry.value);
    }
    return Value::of(Type::Class, cls);
}

Value type_function(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() == 3) return make_type(e, a);
    if (a.positional.size() != 1) return not_evaluated(e, "type");
    if (a.positional[0].is_unknown()) return a.positional[0];
    const bool is_partial =
        a.positional[0].is(Type::Builtin) && a.positional[0].as<BuiltinObject>().name == "partial";
    if (is_partial)
        return namespace_member(e, import_module(e, "functools").as<NamespaceObject>(), "partial");
    ClassObject* cls = class_of(e, a.positional[0]);
    return cls != nullptr ? Value::of(Type::Class, cls) : not_evaluated(e, "type");
}

Value make_slice(Evaluator& e, const Value&, Arguments& a) {
    auto* slice = e.make<SliceObject>();
    const std::vector<Value>& p = a.positional;
    if (p.size() == 1) slice->stop = p[0];
    if (p.size() > 1) {
        slice->start = p[0];
        slice->stop = p[1];
    }
    if (p.size() > 2) slice->step = p[2];
    return Value::of(Type::Slice, slice);
}

static std::optional<std::pair<ClassObject*, Value>> super_context(Evaluator& e) {
    if (e.frames.functions.empty()) return std::nullopt;
    const FunctionObject& function = *e.frames.functions.back();
    // A decorator of the text may have put another function in its place.
    ClassObject* owner = function.owner != nullptr ? function.owner : function.closure->made;
    return owner != nullptr ? std::optional(std::pair(owner, e.frames.selves.back())) : std::nullopt;
}

}  // namespace paramscope::open::python
