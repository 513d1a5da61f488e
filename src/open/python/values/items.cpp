// Items of containers: subscripts, slices, iteration.
#include <algorithm>

#include "base/concat.h"
#include "base/utf8.h"
#include "open/python/state/evaluator.h"
#include "open/python/state/interpreter.h"
#include "open/python/values/operations.h"
#include "open/python/values/strings.h"

namespace paramscope::open::python {

namespace {}  // namespace

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

static Value refuse_item(Evaluator& e, const Value& container) {
    return e.raise("TypeError", concat("'", type_name(container), "' object is not subscriptable"));
}

static Value unknown_slice(Evaluator& e) {
    return e.is_interrupted() ? Value::none()
                              : e.unknown(message("python.unknown_method", {{"name", "slice"}}));
}

static Value sequence_item(Evaluator& e, const Value& container, const Value& key) {
    const Sequence& sequence = container.as<Sequence>();
    if (key.is(Type::Slice)) {
        e.decisions.decide_by(sequence.length);
        const auto positions = slice_positions(e, key.as<SliceObject>(), sequence.items.size());
        if (!positions) return unknown_slice(e);
        std::vector<Value> items;
        for (const std::size_t at : *positions) items.push_back(sequence.items[at]);
        return container.is(Type::List) ? e.list(std::move(items)) : e.tuple(std::move(items));
    }
    const std::optional<Integer> index = index_of(e, key);
    if (!index)
        return e.raise("TypeError", concat(type_name(container), " indices must be integers or slices, not ",
                                           type_name(key)));
    if (*index != 0 && *index != -1) e.decisions.decide_by(sequence.length);
    const auto at = position(*index, sequence.items.size());
    if (!at) return e.raise("IndexError", concat(type_name(container), " index out of range"));
    return sequence.items[*at];
}

static Value text_item(Evaluator& e, const Value& container, const Value& key) {
    e.decisions.decide_by(container);
    const Str& all = container.as<Str>();
    const bool is_plain = all.length == all.text.size();  // a byte each
    if (!is_plain && !e.count_items(all.length)) return Value::none();
    const std::vector<std::string> characters =
        is_plain ? std::vector<std::string>() : characters_of(all.text);
    const auto character = [&](std::size_t at) {
        return is_plain ? std::string_view(all.text).substr(at, 1) : std::string_view(characters[at]);
    };
    if (key.is(Type::Slice)) {
        if (!e.read(container)) return Value::none();
        const auto positions = slice_positions(e, key.as<SliceObject>(), all.length);
        if (!positions) return unknown_slice(e);
        std::string part;
        for (const std::size_t at : *positions) part += character(at);
        return e.text(std::move(part));
    }
    const std::optional<Integer> index = index_of(e, key);
    if (!index)
        return e.raise("TypeError", concat("string indices must be integers, not '", type_name(key), "'"));
    const auto at = position(*index, all.length);
    if (!at) return e.raise("IndexError", "string index out of range");
    return e.text(std::string(character(*at)));
}

static Value range_item(Evaluator& e, const Value& container, const Value& key) {
    const RangeObject& object = container.as<RangeObject>();
    if (key.is(Type::Slice)) {
        e.decisions.decide_by(object.start.formula);
        e.decisions.decide_by(object.stop.formula);
        if (object.count > Integer{1'000'000}) return unknown_slice(e);
        const auto& slice = key.as<SliceObject>();
        const auto count = static_cast<std::size_t>(object.count);
        const auto positions = slice_positions(e, slice, count);
        if (!positions) return unknown_slice(e);
        const auto at = [&](Integer index) {
            return Value::of(object.start.integer + index * object.step.integer);
        };
        const Integer by = slice.step.is(Type::None) ? Integer{1} : slice.step.whole();
        if (by != 1) return unknown_slice(e);
        if (positions->empty()) {
            const auto size = static_cast<Integer>(count);
            const Integer given = slice.start.is(Type::None) ? Integer{0} : slice.start.whole();
            const Integer first = std::clamp(given < 0 ? given + size : given, Integer{0}, size);
            return range(e, at(first), at(first), object.step);
        }
        return range(e, at(static_cast<Integer>(positions->front())),
                     at(static_cast<Integer>(positions->back()) + 1), object.step);
    }
    const std::optional<Integer> index = key.is(Type::Slice) ? std::nullopt : index_of(e, key);
    if (!index) return refuse_item(e, container);
    e.decisions.decide_by(object.start.formula);
    e.decisions.decide_by(object.stop.formula);
    const auto at = position(*index, static_cast<std::size_t>(object.count));
    if (!at) return e.raise("IndexError", "range object index out of range");
    return Value::of(object.start.integer + static_cast<Integer>(*at) * object.step.integer);
}

static Value instance_item(Evaluator& e, const Value& container, const Value& key) {
    const ClassObject& cls = *container.instance().cls;
    const Value* getter = cls.find("__getitem__");
    if (getter != nullptr && getter->is(Type::Function))
        return call_method(e, container, "__getitem__", {key});
    if (const std::optional<Value> found = call_container(e, container, "__getitem__", {key})) return *found;
    if (cls.derives_from(e.known.named_tuple)) {
        const std::optional<Integer> index = index_of(e, key);
        const auto at = index ? position(*index, cls.fields.size()) : std::nullopt;
        if (at) return attribute(e, container, cls.fields[*at]);
    }
    return cls.unknown_base ? *cls.unknown_base : refuse_item(e, container);
}

Value item(Evaluator& e, const Value& container, const Value& key) {
    if (container.is_unknown() || container.is(Type::Opaque)) return container;
    if (container.is(Type::Tensor)) return tensor_item(e, container, key);
    if (key.is_unknown()) return key;
    switch (container.type) {
        case Type::Dict:
            return dict_item(e, container.as<Dict>(), key);
        case Type::Tuple:
        case Type::List:
            return sequence_item(e, container, key);
        case Type::Str:
            return text_item(e, container, key);
        case Type::Range:
            return range_item(e, container, key);
        case Type::Instance:
            return instance_item(e, container, key);
        case Type::Class:
            if (const Value* members = container.cls().attributes.find("__members__"))
                return item(e, *members, key);
            return container;  // list[int], Sequential[...]
        default:
            return refuse_item(e, container);
    }
}

Value dict_item(Evaluator& e, Dict& dict, const Value& key) {
    if (!e.read(key)) return Value::none();
    const std::optional<std::string> name = key_of(key);
    if (!name) return e.raise("TypeError", concat("unhashable type: '", type_name(key), "'"));
    e.decisions.decide_by(key);
    if (const Value* found = dict.find(*name)) return *found;
    if (dict.default_factory.is(Type::None)) return e.raise("KeyError", represent(e, key));
    const Value& factory = dict.default_factory;
    if (factory.is(Type::Builtin) && factory.as<BuiltinObject>().name == "Counter") return Value::of(0);
    const Value made = call(e, dict.default_factory, std::vector<Value>{});
    if (!e.is_interrupted()) dict.set(*name, key, made);
    return made;
}

/// Calls a method of torch.nn's containers: __getitem__, __iter__; nullopt where the module has none.
std::optional<Value> call_container(Evaluator& e, const Value& module, std::string_view method,
                                    std::vector<Value> positional) {
    if (module.instance().module == nullptr) return std::nullopt;
    const BuiltinFunction function = find_module_method(*module.instance().cls, method);
    if (function == nullptr) return std::nullopt;
    python::Arguments arguments;
    arguments.positional = std::move(positional);
    return function(e, module, arguments);
}

/// Assigns to an unknown key: makes every item of the container unknown.
static void set_unknown_item(const Value& container, const Value& key) {
    if (container.is(Type::List)) {
        for (Value& each : container.items()) each = key;
    } else if (container.is(Type::Dict)) {
        container.as<Dict>().default_factory = key;
        InstanceObject* owner = container.as<Dict>().owner;
        if (owner != nullptr && owner->module != nullptr) owner->module->doubts.push_back(key);
        for (Dict::Entry& each : container.as<Dict>().entries) each.value = key;
    } else if (container.is(Type::Instance) && container.instance().module != nullptr) {
        container.instance().module->doubts.push_back(key);
    }
}

void set_item(Evaluator& e, const Value& container, const Value& key, const Value& value) {
    if (container.is_unknown() || container.is(Type::Opaque)) return;
    if (container.is(Type::Tensor)) return container.tensor().data.clear();
    if (key.is_unknown()) return set_unknown_item(container, key);
    if (container.is(Type::Dict)) {
        if (!e.read(key)) return;
        const std::optional<std::string> name = key_of(key);
        if (!name) return void(e.raise("TypeError", concat("unhashable type: '", type_name(key), "'")));
        e.decisions.decide_by(key);
        if (e.count_items(kItemsOfEntry)) container.as<Dict>().set(*name, key, value);
        return;
    }
    if (container.is(Type::List)) return set_list_item(e, container.as<Sequence>(), key, value);
    if (container.is(Type::Instance)) {
        const Value* setter = container.instance().cls->find("__setitem__");
        if (setter != nullptr && setter->is(Type::Function))
            return void(call_method(e, container, "__setitem__", {key, value}));
        if (call_container(e, container, "__setitem__", {key, value})) return;
    }
    e.raise("TypeError", concat("'", type_name(container), "' object does not support item assignment"));
}

static void set_slice(Evaluator& e, Sequence& sequence, const SliceObject& slice, const Value& value) {
    Value reason;
    const auto items = iterate(e, value, &reason);
    if (e.is_interrupted()) return;
    const auto positions = slice_positions(e, slice, sequence.items.size());
    if (e.is_interrupted()) return;
    if (!items || !positions) {
        const Value each_item = items ? unknown_slice(e) : reason;
        for (Value& each : sequence.items) each = each_item;
        return;
    }
    if (!slice.step.is(Type::None) && slice.step.integer != 1) {
        if (items->size() != positions->size())
            return void(e.raise("ValueError", concat("attempt to assign sequence of size ", items->size(),
                                                     " to extended slice of size ", positions->size())));
        for (std::size_t i = 0; i < positions->size(); ++i) sequence.items[(*positions)[i]] = (*items)[i];
        return;
    }
    std::size_t begin = 0;
    if (!positions->empty()) {
        begin = positions->front();
    } else if (slice.start.is_whole()) {
        const Integer size = static_cast<Integer>(sequence.items.size());
        const Integer at = slice.start.whole() < 0 ? slice.start.whole() + size : slice.start.whole();
        begin = static_cast<std::size_t>(std::clamp(at, Integer{0}, size));
    }
    const auto first = sequence.items.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto after = sequence.items.erase(first, first + static_cast<std::ptrdiff_t>(positions->size()));
    if (e.count_items(items->size())) sequence.items.insert(after, items->begin(), items->end());
}

void set_list_item(Evaluator& e, Sequence& sequence, const Value& key, const Value& value) {
    e.decisions.decide_by(sequence.length);
    if (key.is(Type::Slice)) return set_slice(e, sequence, key.as<SliceObject>(), value);
    const std::optional<Integer> index = index_of(e, key);
    if (!index)
        return void(
            e.raise("TypeError", concat("list indices must be integers or slices, not ", type_name(key))));
    const auto at = position(*index, sequence.items.size());
    if (!at) return void(e.raise("IndexError", "list assignment index out of range"));
    sequence.items[*at] = value;
}

void delete_item(Evaluator& e, const Value& container, const Value& key) {
    if (container.is_unknown() || key.is_unknown()) return;
    if (container.is(Type::Dict)) {
        const std::optional<std::string> name = key_of(key);
        if (!name || !container.as<Dict>().remove(*name)) e.raise("KeyError", represent(e, key));
        return;
    }
    if (container.is(Type::List)) {
        Sequence& sequence = container.as<Sequence>();
        e.decisions.decide_by(sequence.length);
        sequence.length = nullptr;
        if (key.is(Type::Slice)) {
            auto positions = slice_positions(e, key.as<SliceObject>(), sequence.items.size());
            if (!positions) return;
            std::sort(positions->rbegin(), positions->rend());
            for (const std::size_t at : *positions)
                sequence.items.erase(sequence.items.begin() + static_cast<std::ptrdiff_t>(at));
            return;
        }
        const std::optional<Integer> index = index_of(e, key);
        const auto at = index ? position(*index, sequence.items.size()) : std::nullopt;
        if (!at) {
            e.raise("IndexError", "list assignment index out of range");
            return;
        }
        sequence.items.erase(sequence.items.begin() + static_cast<std::ptrdiff_t>(*at));
        return;
    }
    if (container.is(Type::Instance)) {
        InstanceObject& instance = container.instance();
        if (instance.cls->find("__delitem__") != nullptr) {
            call_method(e, container, "__delitem__", {key});
            return;
        }
        if (call_container(e, container, "__delitem__", {key})) return;
    }
    e.raise("TypeError", concat("'", type_name(container), "' object doesn't support item deletion"));
}

}  // namespace paramscope::open::python
