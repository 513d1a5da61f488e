// Operations that ask a value's row: truth, items, iteration, attributes; and positions in sequences.
#include <algorithm>
#include <utility>

#include "base/concat.h"
#include "base/ranges.h"
#include "base/similar.h"
#include "open/python/state/interpreter.h"
#include "open/python/values/behaviour.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {

Truth truth(Evaluator& e, const Value& value) {
    const auto truth = behaviour_of(value).truth;
    return truth != nullptr ? truth(e, value) : Truth::True;
}

std::optional<Integer> index_of(Evaluator& e, const Value& value) {
    if (!value.is_whole()) return std::nullopt;
    e.decisions.decide_by(value);
    return value.whole();
}

std::optional<std::size_t> position(Integer index, std::size_t count) {
    const auto size = static_cast<Integer>(count);
    if (index < 0) index += size;
    if (index < 0 || index >= size) return std::nullopt;
    return static_cast<std::size_t>(index);
}

std::optional<std::vector<std::size_t>> slice_positions(Evaluator& e, const SliceObject& slice,
                                                        std::size_t count) {
    const auto size = static_cast<Integer>(count);
    for (const Value* part : {&slice.start, &slice.stop, &slice.step}) {
        if (!part->is(Type::None) && !part->is_whole()) return std::nullopt;
    }
    const Integer step = slice.step.is(Type::None) ? Integer{1} : *index_of(e, slice.step);
    if (step == 0) {
        e.raise("ValueError", "slice step cannot be zero");
        return std::nullopt;
    }
    const auto bound = [&](const Value& value, Integer usual) {
        if (value.is(Type::None)) return usual;
        Integer at = *index_of(e, value);
        if (at < 0) at += size;
        const Integer least = step > 0 ? Integer{0} : Integer{-1}, most = step > 0 ? size : size - 1;
        return std::clamp(at, least, most);
    };
    Integer at = bound(slice.start, step > 0 ? Integer{0} : size - 1);
    const Integer end = bound(slice.stop, step > 0 ? size : Integer{-1});
    std::vector<std::size_t> positions;
    for (; step > 0 ? at < end : at > end; at += step) positions.push_back(static_cast<std::size_t>(at));
    return positions;
}

Value unknown_slice(Evaluator& e) {
    return e.is_interrupted() ? Value::none()
                              : e.unknown(message("python.unknown_method", {{"name", "slice"}}));
}

Value item(Evaluator& e, const Value& container, const Value& key) {
    const Behaviour& its = behaviour_of(container);
    if (key.is_unknown() && !its.takes_unknown_keys) return key;
    return its.item != nullptr ? its.item(e, container, key) : refuse_item(e, container);
}

std::optional<Value> call_container(Evaluator& e, const Value& module, std::string_view method,
                                    std::vector<Value> positional) {
    if (module.instance().module == nullptr) return std::nullopt;
    const BuiltinFunction function = find_module_method(*module.instance().cls, method);
    if (function == nullptr) return std::nullopt;
    python::Arguments arguments;
    arguments.positional = std::move(positional);
    return function(e, module, arguments);
}

void set_item(Evaluator& e, const Value& container, const Value& key, const Value& value) {
    const auto set = behaviour_of(container).set_item;
    if (set != nullptr) return set(e, container, key, value);
    if (!key.is_unknown()) refuse(e, container, "does not support item assignment");
}

void delete_item(Evaluator& e, const Value& container, const Value& key) {
    if (container.is_unknown() || key.is_unknown()) return;
    const auto remove = behaviour_of(container).delete_item;
    if (remove != nullptr) return remove(e, container, key);
    refuse(e, container, "doesn't support item deletion");
}

std::optional<std::vector<Value>> iterate(Evaluator& e, const Value& iterable, Value* reason,
                                          const Polynomial** length) {
    *reason = Value::none();
    const Polynomial* formula = nullptr;
    const auto items = items_of(e, iterable, reason, &formula);
    if (length != nullptr)
        *length = formula;
    else
        e.decisions.decide_by(formula);
    return items;
}

std::optional<std::vector<Value>> items_of(Evaluator& e, const Value& iterable, Value* reason,
                                           const Polynomial** length) {
    const auto items = behaviour_of(iterable).items;
    if (items != nullptr) return items(e, iterable, reason, length);
    refuse(e, iterable, "is not iterable");
    return std::nullopt;
}

Value iterator(Evaluator& e, std::vector<Value> items, const Polynomial* length) {
    const Value made = e.list(std::move(items), length);
    made.as<Sequence>().is_iterator = true;
    return made;
}

namespace {

bool is_special(std::string_view name) {
    return name.starts_with("__") && name.ends_with("__");
}

/// The attribute of an instance whose name is written nearly as this one; "" for none.
std::string_view similar_attribute(Evaluator& e, const InstanceObject& instance, std::string_view name) {
    const auto find = [&](const auto& entries) -> std::string_view {
        if (!e.step(entries.size())) return {};
        const auto* found =
            find_where(entries, [&](const auto& entry) { return is_similar(entry.first, name); });
        return found != nullptr ? std::string_view(found->first) : std::string_view();
    };
    if (instance.module) {
        for (const auto& child : instance.module->children.entries) {
            if (is_similar(child.first, name)) return child.first;
        }
    }
    if (const std::string_view own = find(instance.attributes.entries); !own.empty()) return own;
    return find(instance.cls->attributes.entries);
}

Value refuse_attribute(Evaluator& e, const Value& object, std::string_view name) {
    const Value raised =
        e.raise("AttributeError", concat("'", type_name(object), "' object has no attribute '", name, "'"));
    if (!object.is(Type::Instance) || e.control.flow != Flow::Raise) return raised;
    const std::string_view similar = similar_attribute(e, object.instance(), name);
    if (!similar.empty() && e.control.flow == Flow::Raise)
        e.control.exception_hint =
            message("python.no_attribute_similar",
                    {{"type", type_name(object)}, {"name", name}, {"similar", similar}});
    return raised;
}

}  // namespace

bool lacks_attribute_of_arrays(const Evaluator& e, const Value& object, std::string_view name) {
    constexpr Type kContainers[] = {Type::Str, Type::Tuple, Type::List, Type::Dict};
    constexpr Type kNumbers[] = {Type::Int, Type::Float, Type::Bool};
    constexpr std::string_view kNames[] = {"ndim", "shape", "dtype", "device"};
    if (paramscope::contains(kContainers, object.type)) return paramscope::contains(kNames, name);
    return paramscope::contains(kNumbers, object.type) && name == "ndim" &&
           !e.imports.library_scopes.contains("numpy");
}

std::optional<Value> find_attribute(Evaluator& e, const Value& object, std::string_view name) {
    return behaviour_of(object).attribute(e, object, name);
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
    if (!is_instance && !lacks_attribute_of_arrays(e, object, name) &&
        (is_special(name) || !object.is(Type::None))) {
        return e.unknown(message("python.unknown_attribute", {{"name", name}, {"type", type_name(object)}}));
    }
    return refuse_attribute(e, object, name);
}

void set_attribute(Evaluator& e, const Value& object, std::string_view name, const Value& value) {
    const auto set = behaviour_of(object).set_attribute;
    if (set != nullptr)
        set(e, object, name, value);
    else
        refuse_attribute(e, object, name);
}

void delete_attribute(Evaluator& e, const Value& object, std::string_view name) {
    e.early_calls.module_changes++;
    const auto remove = behaviour_of(object).delete_attribute;
    if (remove == nullptr || !remove(e, object, name)) refuse_attribute(e, object, name);
}

}  // namespace paramscope::open::python
