// Items of containers: subscripts, slices, iteration.
#include <algorithm>

#include "base/concat.h"
#include "base/utf8.h"
#include "open/python/run/evaluator.h"
#include "open/python/values/strings.h"

namespace paramscope::open::python {
namespace {}  // namespace

std::optional<Integer> Evaluator::index_of(const Value& value) {
    if (!value.is_whole()) return std::nullopt;
    decide_by(value);
    return value.whole();
}

std::optional<std::size_t> Evaluator::position(Integer index, std::size_t count) {
    const auto size = static_cast<Integer>(count);
    if (index < 0) index += size;
    if (index < 0 || index >= size) return std::nullopt;
    return static_cast<std::size_t>(index);
}

std::optional<std::vector<std::size_t>> Evaluator::slice_positions(const SliceObject& slice,
                                                                   std::size_t count) {
    const auto size = static_cast<Integer>(count);
    for (const Value* part : {&slice.start, &slice.stop, &slice.step}) {
        if (!part->is(Type::None) && !part->is_whole()) return std::nullopt;
    }
    const Integer step = slice.step.is(Type::None) ? Integer{1} : *index_of(slice.step);
    if (step == 0) {
        raise("ValueError", "slice step cannot be zero");
        return std::nullopt;
    }
    const auto bound = [&](const Value& value, Integer usual) {
        if (value.is(Type::None)) return usual;
        Integer at = *index_of(value);
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

Value Evaluator::item(const Value& container, const Value& key) {
    if (container.is_unknown() || container.is(Type::Opaque)) return container;
    if (container.is(Type::Tensor)) return tensor_item(container, key);
    if (key.is_unknown()) return key;
    switch (container.type) {
        case Type::Dict:
            return dict_item(container.as<Dict>(), key);
        case Type::Tuple:
        case Type::List:
            return sequence_item(container, key);
        case Type::Str:
            return text_item(container, key);
        case Type::Range:
            return range_item(container, key);
        case Type::Instance:
            return instance_item(container, key);
        case Type::Class:
            if (const Value* members = container.cls().attributes.find("__members__"))
                return item(*members, key);
            return container;  // list[int], Sequential[...]
        default:
            return refuse_item(container);
    }
}

Value Evaluator::refuse_item(const Value& container) {
    return raise("TypeError", concat("'", type_name(container), "' object is not subscriptable"));
}

Value Evaluator::dict_item(Dict& dict, const Value& key) {
    if (!read(key)) return Value::none();
    const std::optional<std::string> name = key_of(key);
    if (!name) return raise("TypeError", concat("unhashable type: '", type_name(key), "'"));
    decide_by(key);
    if (const Value* found = dict.find(*name)) return *found;
    if (dict.default_factory.is(Type::None)) return raise("KeyError", represent(key));
    const Value& factory = dict.default_factory;
    if (factory.is(Type::Builtin) && factory.as<BuiltinObject>().name == "Counter") return Value::of(0);
    const Value made = call(dict.default_factory, std::vector<Value>{});
    if (!is_interrupted()) dict.set(*name, key, made);
    return made;
}

Value Evaluator::unknown_slice() {
    return is_interrupted() ? Value::none() : unknown(message("python.unknown_method", {{"name", "slice"}}));
}

Value Evaluator::sequence_item(const Value& container, const Value& key) {
    const Sequence& sequence = container.as<Sequence>();
    if (key.is(Type::Slice)) {
        decide_by(sequence.length);
        const auto positions = slice_positions(key.as<SliceObject>(), sequence.items.size());
        if (!positions) return unknown_slice();
        std::vector<Value> items;
        for (const std::size_t at : *positions) items.push_back(sequence.items[at]);
        return container.is(Type::List) ? list(std::move(items)) : tuple(std::move(items));
    }
    const std::optional<Integer> index = index_of(key);
    if (!index)
        return raise("TypeError", concat(type_name(container), " indices must be integers or slices, not ",
                                         type_name(key)));
    if (*index != 0 && *index != -1) decide_by(sequence.length);
    const auto at = position(*index, sequence.items.size());
    if (!at) return raise("IndexError", concat(type_name(container), " index out of range"));
    return sequence.items[*at];
}

Value Evaluator::text_item(const Value& container, const Value& key) {
    decide_by(container);
    const Str& all = container.as<Str>();
    const bool is_plain = all.length == all.text.size();  // a byte each
    if (!is_plain && !count_items(all.length)) return Value::none();
    const std::vector<std::string> characters =
        is_plain ? std::vector<std::string>() : characters_of(all.text);
    const auto character = [&](std::size_t at) {
        return is_plain ? std::string_view(all.text).substr(at, 1) : std::string_view(characters[at]);
    };
    if (key.is(Type::Slice)) {
        if (!read(container)) return Value::none();
        const auto positions = slice_positions(key.as<SliceObject>(), all.length);
        if (!positions) return unknown_slice();
        std::string part;
        for (const std::size_t at : *positions) part += character(at);
        return text(std::move(part));
    }
    const std::optional<Integer> index = index_of(key);
    if (!index)
        return raise("TypeError", concat("string indices must be integers, not '", type_name(key), "'"));
    const auto at = position(*index, all.length);
    if (!at) return raise("IndexError", "string index out of range");
    return text(std::string(character(*at)));
}

Value Evaluator::range_item(const Value& container, const Value& key) {
    const RangeObject& object = container.as<RangeObject>();
    if (key.is(Type::Slice)) {
        decide_by(object.start.formula);
        decide_by(object.stop.formula);
        if (object.count > Integer{1'000'000}) return unknown_slice();
        const auto& slice = key.as<SliceObject>();
        const auto count = static_cast<std::size_t>(object.count);
        const auto positions = slice_positions(slice, count);
        if (!positions) return unknown_slice();
        const auto at = [&](Integer index) {
            return Value::of(object.start.integer + index * object.step.integer);
        };
        const Integer by = slice.step.is(Type::None) ? Integer{1} : slice.step.whole();
        if (by != 1) return unknown_slice();
        if (positions->empty()) {
            const auto size = static_cast<Integer>(count);
            const Integer given = slice.start.is(Type::None) ? Integer{0} : slice.start.whole();
            const Integer first = std::clamp(given < 0 ? given + size : given, Integer{0}, size);
            return range(at(first), at(first), object.step);
        }
        return range(at(static_cast<Integer>(positions->front())),
                     at(static_cast<Integer>(positions->back()) + 1), object.step);
    }
    const std::optional<Integer> index = key.is(Type::Slice) ? std::nullopt : index_of(key);
    if (!index) return refuse_item(container);
    decide_by(object.start.formula);
    decide_by(object.stop.formula);
    const auto at = position(*index, static_cast<std::size_t>(object.count));
    if (!at) return raise("IndexError", "range object index out of range");
    return Value::of(object.start.integer + static_cast<Integer>(*at) * object.step.integer);
}

/// Calls a method of torch.nn's containers: __getitem__, __iter__; nullopt where the module has none.
std::optional<Value> Evaluator::call_container(const Value& module, std::string_view method,
                                               std::vector<Value> positional) {
    if (module.instance().module == nullptr) return std::nullopt;
    const BuiltinFunction function = find_module_method(*module.instance().cls, method);
    if (function == nullptr) return std::nullopt;
    python::Arguments arguments;
    arguments.positional = std::move(positional);
    return function(*this, module, arguments);
}

Value Evaluator::instance_item(const Value& container, const Value& key) {
    const ClassObject& cls = *container.instance().cls;
    const Value* getter = cls.find("__getitem__");
    if (getter != nullptr && getter->is(Type::Function)) return call_method(container, "__getitem__", {key});
    if (const std::optional<Value> found = call_container(container, "__getitem__", {key})) return *found;
    if (cls.derives_from(known.named_tuple)) {
        const std::optional<Integer> index = index_of(key);
        const auto at = index ? position(*index, cls.fields.size()) : std::nullopt;
        if (at) return attribute(container, cls.fields[*at]);
    }
    return cls.unknown_base ? *cls.unknown_base : refuse_item(container);
}

void Evaluator::set_item(const Value& container, const Value& key, const Value& value) {
    if (container.is_unknown() || container.is(Type::Opaque)) return;
    if (container.is(Type::Tensor)) return container.tensor().data.clear();
    if (key.is_unknown()) return set_unknown_item(container, key);
    if (container.is(Type::Dict)) {
        if (!read(key)) return;
        const std::optional<std::string> name = key_of(key);
        if (!name) return void(raise("TypeError", concat("unhashable type: '", type_name(key), "'")));
        decide_by(key);
        if (count_items(kItemsOfEntry)) container.as<Dict>().set(*name, key, value);
        return;
    }
    if (container.is(Type::List)) return set_list_item(container.as<Sequence>(), key, value);
    if (container.is(Type::Instance)) {
        const Value* setter = container.instance().cls->find("__setitem__");
        if (setter != nullptr && setter->is(Type::Function))
            return void(call_method(container, "__setitem__", {key, value}));
        if (call_container(container, "__setitem__", {key, value})) return;
    }
    raise("TypeError", concat("'", type_name(container), "' object does not support item assignment"));
}

/// Which item changes is not known: all of them.
void Evaluator::set_unknown_item(const Value& container, const Value& key) {
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

void Evaluator::set_list_item(Sequence& sequence, const Value& key, const Value& value) {
    decide_by(sequence.length);
    if (key.is(Type::Slice)) return set_slice(sequence, key.as<SliceObject>(), value);
    const std::optional<Integer> index = index_of(key);
    if (!index)
        return void(
            raise("TypeError", concat("list indices must be integers or slices, not ", type_name(key))));
    const auto at = position(*index, sequence.items.size());
    if (!at) return void(raise("IndexError", "list assignment index out of range"));
    sequence.items[*at] = value;
}

void Evaluator::set_slice(Sequence& sequence, const SliceObject& slice, const Value& value) {
    Value reason;
    const auto items = iterate(value, &reason);
    if (is_interrupted()) return;
    const auto positions = slice_positions(slice, sequence.items.size());
    if (is_interrupted()) return;
    if (!items || !positions) {
        const Value each_item = items ? unknown_slice() : reason;
        for (Value& each : sequence.items) each = each_item;
        return;
    }
    if (!slice.step.is(Type::None) && slice.step.integer != 1) {
        if (items->size() != positions->size())
            return void(raise("ValueError", concat("attempt to assign sequence of size ", items->size(),
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
    if (count_items(items->size())) sequence.items.insert(after, items->begin(), items->end());
}

void Evaluator::delete_item(const Value& container, const Value& key) {
    if (container.is_unknown() || key.is_unknown()) return;
    if (container.is(Type::Dict)) {
        const std::optional<std::string> name = key_of(key);
        if (!name || !container.as<Dict>().remove(*name)) raise("KeyError", represent(key));
        return;
    }
    if (container.is(Type::List)) {
        Sequence& sequence = container.as<Sequence>();
        decide_by(sequence.length);
        sequence.length = nullptr;
        if (key.is(Type::Slice)) {
            auto positions = slice_positions(key.as<SliceObject>(), sequence.items.size());
            if (!positions) return;
            std::sort(positions->rbegin(), positions->rend());
            for (const std::size_t at : *positions)
                sequence.items.erase(sequence.items.begin() + static_cast<std::ptrdiff_t>(at));
            return;
        }
        const std::optional<Integer> index = index_of(key);
        const auto at = index ? position(*index, sequence.items.size()) : std::nullopt;
        if (!at) {
            raise("IndexError", "list assignment index out of range");
            return;
        }
        sequence.items.erase(sequence.items.begin() + static_cast<std::ptrdiff_t>(*at));
        return;
    }
    if (container.is(Type::Instance)) {
        InstanceObject& instance = container.instance();
        if (instance.cls->find("__delitem__") != nullptr) {
            call_method(container, "__delitem__", {key});
            return;
        }
        if (call_container(container, "__delitem__", {key})) return;
    }
    raise("TypeError", concat("'", type_name(container), "' object doesn't support item deletion"));
}

}  // namespace paramscope::open::python
