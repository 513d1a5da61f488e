// Instances as calls of their classes make them.
#include <algorithm>
#include <utility>

#include "base/concat.h"
#include "base/ranges.h"
#include "open/python/run/members.h"
#include "open/python/run/rules.h"
#include "open/python/state/evaluator.h"
#include "open/python/state/interpreter.h"
#include "open/python/state/signatures.h"
#include "open/python/state/step_bound.h"
#include "open/python/values/enumerations.h"

namespace paramscope::open::python {

Value construct_dataclass(Evaluator& e, InstanceObject& instance, const ClassObject& cls,
                          python::Arguments& arguments) {
    std::size_t at = 0;
    std::vector<std::string> missing;
    for (const std::string& field : cls.fields) {
        const Value* given =
            at < arguments.positional.size() ? &arguments.positional[at++] : arguments.find(field);
        if (given != nullptr) {
            instance.attributes.set(field, *given);
            continue;
        }
        const Value* usual = cls.find(field);
        if (usual == nullptr || !arguments.is_complete) {
            if (arguments.is_complete)
                missing.push_back(field);
            else
                instance.attributes.set(field,
                                        e.unknown(message("python.unknown_call", {{"type", cls.name}})));
            continue;
        }
        Value value = *usual;
        if (value.is(Type::Instance) && value.instance().attributes.find("default_factory") != nullptr)
            value = call(e, *value.instance().attributes.find("default_factory"), std::vector<Value>{});
        else if (value.is(Type::Instance) && value.instance().attributes.find("default") != nullptr &&
                 value.instance().cls->name == "Field")
            value = e.decisions.hyper_parameter(field, *value.instance().attributes.find("default"));
        if (e.is_interrupted()) return Value::none();
        instance.attributes.set(field, value);
    }
    if (!missing.empty())
        return e.raise("TypeError",
                       concat("__init__() missing ", missing.size(), " required positional argument",
                              missing.size() > 1 ? "s" : "", ": '", missing.front(), "'"));
    if (at < arguments.positional.size())
        return e.raise("TypeError",
                       concat("__init__() takes ", cls.fields.size() + 1, " positional arguments but ",
                              arguments.positional.size() + 1, " were given"));
    for (const auto& [name, value] : arguments.named) {
        if (!contains(cls.fields, name))
            return e.raise("TypeError", concat("__init__() got an unexpected keyword argument '", name, "'"));
    }
    const Value self = Value::of(Type::Instance, &instance);
    if (cls.find("__post_init__") != nullptr) call_method(e, self, "__post_init__");
    return self;
}

/// Makes hyper-parameters of the whole numbers among the arguments of a constructor, and gives it its
/// defaults as such.
static void name_arguments(Evaluator& e, const FunctionObject& initialize, python::Arguments& arguments) {
    const std::vector<Parameter> parameters = parameters_of(unwrapped(initialize));
    const bool takes_defaults =
        any_of(parameters_of(initialize), [](const Parameter& each) { return each.is_named_rest; }) ||
        &unwrapped(initialize) == &initialize;
    for (std::size_t i = 1; i < parameters.size(); ++i) {
        const Parameter& each = parameters[i];
        if (each.is_rest || each.is_named_rest) continue;
        const auto named = std::find_if(arguments.named.begin(), arguments.named.end(),
                                        [&](const auto& given) { return given.first == each.name; });
        if (named != arguments.named.end()) {
            named->second = e.decisions.hyper_parameter(each.name, named->second);
        } else if (!each.is_keyword_only && i - 1 < arguments.positional.size()) {
            arguments.positional[i - 1] = e.decisions.hyper_parameter(each.name, arguments.positional[i - 1]);
        } else if (each.default_value != nullptr && arguments.is_complete && !each.is_positional_only &&
                   takes_defaults) {
            const Value value = e.decisions.hyper_parameter(each.name, *each.default_value);
            if (value.is(Type::Int)) arguments.named.emplace_back(std::string(each.name), value);
        }
    }
}

static void initialize_instance(Evaluator& e, InstanceObject& instance, FunctionObject& initialize,
                                python::Arguments& arguments) {
    const Node* named_class = e.decisions.named_class;
    if (named_class != nullptr && instance.cls->definition == named_class) {
        name_arguments(e, initialize, arguments);
        e.decisions.named_class = nullptr;
    }
    const Value self = Value::of(Type::Instance, &instance);
    call_function(e, initialize, &self, arguments);
    e.decisions.named_class = named_class;
}

/// Makes an instance without its constructor.
static InstanceObject& make_instance(Evaluator& e, ClassObject& cls) {
    auto* instance = e.make<InstanceObject>();
    instance->cls = &cls;
    instance->span = e.place();
    if (cls.derives_from(e.known.module) && !e.is_interrupted()) {
        instance->module = std::make_unique<ModuleState>();
        e.note_module(*instance);
        if (cls.unknown_base) instance->module->doubts.push_back(*cls.unknown_base);
    }
    return *instance;
}

/// Runs the constructor of an instance that is made.
static Value initialize_made(Evaluator& e, InstanceObject& instance, python::Arguments& arguments) {
    ClassObject& cls = *instance.cls;
    const Value self = Value::of(Type::Instance, &instance);
    const Value* initialize = cls.find("__init__");
    for (const ClassObject* each : cls.order) {
        if (each->attributes.find("__init__") != nullptr) break;
        if (each->is_dataclass) return construct_dataclass(e, instance, *each, arguments);
    }
    if (initialize == nullptr) {
        if (cls.is_exception)
            instance.attributes.set("args", e.tuple(arguments.positional));
        else if (cls.find("__new__") == nullptr &&
                 (!arguments.positional.empty() || !arguments.named.empty()))
            return e.raise("TypeError", concat(cls.name, "() takes no arguments"));
        if (instance.module != nullptr) instance.module->is_whole = true;
        return self;
    }
    if (cls.is_exception) instance.attributes.set("args", e.tuple(arguments.positional));
    if (initialize->is(Type::Function)) {
        // A large model is worth all steps that are left.
        std::optional<StepBound> bound;
        if (instance.module != nullptr) {
            bound.emplace(e, kNoBound);
            e.bound_unsettled();
        }
        initialize_instance(e, instance, initialize->as<FunctionObject>(), arguments);
    } else if (initialize->is(Type::Builtin)) {
        if (!arguments.is_complete) {
            if (instance.module != nullptr)
                instance.module->doubts.push_back(
                    e.unknown(message("python.unknown_call", {{"type", cls.name}})));
            return self;
        }
        if (run_generators(e, arguments)) initialize->as<BuiltinObject>().function(e, self, arguments);
    } else if (instance.module != nullptr) {
        instance.module->doubts.push_back(
            initialize->is_unknown() ? *initialize
                                     : e.unknown(message("python.unknown_call", {{"type", cls.name}})));
    }
    if (instance.module != nullptr) instance.module->is_whole = !e.is_interrupted();
    return self;
}

/// Calls `__new__`, and the constructor of what it gives if that is an instance of the class. Both take the
/// same arguments, so these become no hyper-parameters.
static Value construct_by(Evaluator& e, const Value& maker, ClassObject& cls, python::Arguments& arguments) {
    const Node* named_class = std::exchange(e.decisions.named_class, nullptr);
    const Value self = Value::of(Type::Class, &cls);
    python::Arguments given = arguments;
    given.positional.insert(given.positional.begin(), self);
    Value made = call(e, bind_member(e, maker, self, false), given);
    if (made.is(Type::Instance) && is_instance(e, made, cls) && !e.is_interrupted())
        made = initialize_made(e, made.instance(), arguments);
    e.decisions.named_class = named_class;
    return made;
}

static Value construct_instance(Evaluator& e, ClassObject& cls, python::Arguments& arguments) {
    if (is_enumeration(cls)) return construct_member(e, cls, arguments);
    // What list and dict hold is not an instance's.
    for (const ClassObject* each : cls.order) {
        if (each->construct != nullptr && each->makes != Type::Instance)
            return e.unknown(message("python.unknown_call", {{"type", cls.name}}));
    }
    if (const Value* maker = cls.find("__new__")) return construct_by(e, *maker, cls, arguments);
    if (cls.unknown_base && !cls.derives_from(e.known.module)) return *cls.unknown_base;
    InstanceObject& made = make_instance(e, cls);
    return e.is_interrupted() ? Value::of(Type::Instance, &made) : initialize_made(e, made, arguments);
}

Value make_plainly(Evaluator& e, const Value&, Arguments& arguments) {
    if (arguments.positional.empty() || !arguments.positional[0].is(Type::Class))
        return e.raise("TypeError", "object.__new__(X): X is not a type object");
    ClassObject& cls = arguments.positional[0].cls();
    const bool is_plain = none_of(
        cls.order, [](const ClassObject* each) { return each->construct != nullptr || each->is_exception; });
    if (!is_plain || is_enumeration(cls))
        return e.unknown(message("python.unknown_method", {{"name", "__new__"}}));
    if (cls.unknown_base && !cls.derives_from(e.known.module)) return *cls.unknown_base;
    return Value::of(Type::Instance, &make_instance(e, cls));
}

Value construct(Evaluator& e, ClassObject& cls, python::Arguments& arguments) {
    for (const ClassObject* each : cls.order) {
        if (each->construct == nullptr) continue;
        if (each != &cls && each->makes != Type::Instance) break;
        if (!arguments.is_complete) return e.unknown(message("python.unknown_call", {{"type", cls.name}}));
        if (!run_generators(e, arguments)) return Value::none();
        return each->construct(e, Value::of(Type::Class, &cls), arguments);
    }
    return construct_instance(e, cls, arguments);
}

}  // namespace paramscope::open::python
