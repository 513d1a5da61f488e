// Items of containers: subscripts, slices, iteration.
#include <algorithm>

#include "base/concat.h"
#include "base/utf8.h"
#include "open/python/evaluator.h"

namespace paramscope::open::python {
namespace {

/// The characters of a UTF-8 text.
std::vector<std::string> characters_of(const std::string& text) {
    std::vector<std::string> characters;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at + 1;
        while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
        characters.push_back(text.substr(at, end - at));
        at = end;
    }
    return characters;
}

}  // namespace

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
    if (container.is_unknown()) return container;
    if (container.is(Type::Opaque)) return container;
    if (container.is(Type::Tensor)) return tensor_item(container, key);
    if (key.is_unknown()) return key;
    switch (container.type) {
        case Type::Dict: {
            Dict& dict = container.as<Dict>();
            const std::optional<std::string> name = key_of(key);
            if (!name) return raise("TypeError", concat("unhashable type: '", type_name(key), "'"));
            decide_by(key);
            if (const Value* found = dict.find(*name)) return *found;
            if (!dict.default_factory.is(Type::None)) {
                const Value made = call(dict.default_factory, std::vector<Value>{});
                if (!is_interrupted()) dict.set(*name, key, made);
                return made;
            }
            return raise("KeyError", represent(key));
        }
        case Type::Tuple:
        case Type::List: {
            const Sequence& sequence = container.as<Sequence>();
            if (key.is(Type::Slice)) {
                decide_by(sequence.length);
                const auto positions = slice_positions(key.as<SliceObject>(), sequence.items.size());
                if (!positions) {
                    if (is_interrupted()) return Value::none();
                    return unknown(message("python.unknown_method", {{"name", "slice"}}));
                }
                std::vector<Value> items;
                for (const std::size_t at : *positions) items.push_back(sequence.items[at]);
                return container.is(Type::List) ? list(std::move(items)) : tuple(std::move(items));
            }
            const std::optional<Integer> index = index_of(key);
            if (!index)
                return raise("TypeError",
                             concat(type_name(container), " indices must be integers or slices, not ",
                                    type_name(key)));
            if (*index != 0 && *index != -1) decide_by(sequence.length);
            const auto at = position(*index, sequence.items.size());
            if (!at) return raise("IndexError", concat(type_name(container), " index out of range"));
            return sequence.items[*at];
        }
        case Type::Str: {
            const std::vector<std::string> characters = characters_of(container.str());
            decide_by(container);
            if (key.is(Type::Slice)) {
                const auto positions = slice_positions(key.as<SliceObject>(), characters.size());
                if (!positions) {
                    if (is_interrupted()) return Value::none();
                    return unknown(message("python.unknown_method", {{"name", "slice"}}));
                }
                std::string part;
                for (const std::size_t at : *positions) part += characters[at];
                return text(std::move(part));
            }
            const std::optional<Integer> index = index_of(key);
            if (!index)
                return raise("TypeError",
                             concat("string indices must be integers, not '", type_name(key), "'"));
            const auto at = position(*index, characters.size());
            if (!at) return raise("IndexError", "string index out of range");
            return text(characters[*at]);
        }
        case Type::Range: {
            const RangeObject& object = container.as<RangeObject>();
            if (key.is(Type::Slice)) break;
            const std::optional<Integer> index = index_of(key);
            if (!index) break;
            decide_by(object.start.formula);
            decide_by(object.stop.formula);
            const auto at = position(*index, static_cast<std::size_t>(object.count));
            if (!at) return raise("IndexError", "range object index out of range");
            return Value::of(object.start.integer + static_cast<Integer>(*at) * object.step.integer);
        }
        case Type::Instance: {
            InstanceObject& instance = container.instance();
            if (const Value* getter = instance.cls->find("__getitem__");
                getter != nullptr && getter->is(Type::Function))
                return call_method(container, "__getitem__", {key});
            if (instance.module != nullptr) {
                if (const BuiltinFunction method = find_module_method(*instance.cls, "__getitem__")) {
                    python::Arguments arguments;
                    arguments.positional = {key};
                    return method(*this, container, arguments);
                }
            }
            if (instance.cls->derives_from(known.named_tuple)) {
                const std::optional<Integer> index = index_of(key);
                const auto at = index ? position(*index, instance.cls->fields.size()) : std::nullopt;
                if (at) return attribute(container, instance.cls->fields[*at]);
            }
            if (instance.cls->unknown_base) return *instance.cls->unknown_base;
            break;
        }
        case Type::Class:
            return container;  // list[int], Sequential[...]
        default:
            break;
    }
    return raise("TypeError", concat("'", type_name(container), "' object is not subscriptable"));
}

void Evaluator::set_item(const Value& container, const Value& key, const Value& value) {
    if (container.is_unknown() || container.is(Type::Opaque) || container.is(Type::Tensor)) return;
    if (key.is_unknown()) {
        // Which item changes is not known: all of them.
        if (container.is(Type::List)) {
            for (Value& each : container.items()) each = key;
        } else if (container.is(Type::Dict)) {
            container.as<Dict>().default_factory = key;
            for (Dict::Entry& each : container.as<Dict>().entries) each.value = key;
        } else if (container.is(Type::Instance) && container.instance().module != nullptr) {
            container.instance().module->doubts.push_back(key);
        }
        return;
    }
    switch (container.type) {
        case Type::Dict: {
            const std::optional<std::string> name = key_of(key);
            if (!name) {
                raise("TypeError", concat("unhashable type: '", type_name(key), "'"));
                return;
            }
            decide_by(key);
            if (count_items(1)) container.as<Dict>().set(*name, key, value);
            return;
        }
        case Type::List: {
            Sequence& sequence = container.as<Sequence>();
            decide_by(sequence.length);
            if (key.is(Type::Slice)) {
                Value reason;
                const auto items = iterate(value, &reason);
                const SliceObject& slice = key.as<SliceObject>();
                if (is_interrupted()) return;
                const auto positions = slice_positions(slice, sequence.items.size());
                if (is_interrupted()) return;
                if (!items || !positions) {
                    for (Value& each : sequence.items)
                        each =
                            items ? unknown(message("python.unknown_method", {{"name", "slice"}})) : reason;
                    return;
                }
                if (!slice.step.is(Type::None) && slice.step.integer != 1) {
                    if (items->size() != positions->size()) {
                        raise("ValueError", concat("attempt to assign sequence of size ", items->size(),
                                                   " to extended slice of size ", positions->size()));
                        return;
                    }
                    for (std::size_t i = 0; i < positions->size(); ++i)
                        sequence.items[(*positions)[i]] = (*items)[i];
                    return;
                }
                std::size_t begin = 0;
                if (!positions->empty())
                    begin = positions->front();
                else if (slice.start.is_whole()) {
                    const Integer size = static_cast<Integer>(sequence.items.size());
                    Integer at = slice.start.whole() < 0 ? slice.start.whole() + size : slice.start.whole();
                    begin = static_cast<std::size_t>(std::clamp(at, Integer{0}, size));
                }
                const auto first = sequence.items.begin() + static_cast<std::ptrdiff_t>(begin);
                const auto after =
                    sequence.items.erase(first, first + static_cast<std::ptrdiff_t>(positions->size()));
                if (count_items(items->size())) sequence.items.insert(after, items->begin(), items->end());
                return;
            }
            const std::optional<Integer> index = index_of(key);
            if (!index) {
                raise("TypeError", concat("list indices must be integers or slices, not ", type_name(key)));
                return;
            }
            const auto at = position(*index, sequence.items.size());
            if (!at) {
                raise("IndexError", "list assignment index out of range");
                return;
            }
            sequence.items[*at] = value;
            return;
        }
        case Type::Instance: {
            InstanceObject& instance = container.instance();
            if (const Value* setter = instance.cls->find("__setitem__");
                setter != nullptr && setter->is(Type::Function)) {
                call_method(container, "__setitem__", {key, value});
                return;
            }
            if (instance.module != nullptr) {
                if (const BuiltinFunction method = find_module_method(*instance.cls, "__setitem__")) {
                    python::Arguments arguments;
                    arguments.positional = {key, value};
                    method(*this, container, arguments);
                    return;
                }
            }
            break;
        }
        default:
            break;
    }
    raise("TypeError", concat("'", type_name(container), "' object does not support item assignment"));
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
        if (instance.module != nullptr) {
            if (const BuiltinFunction method = find_module_method(*instance.cls, "__delitem__")) {
                python::Arguments arguments;
                arguments.positional = {key};
                method(*this, container, arguments);
                return;
            }
        }
    }
    raise("TypeError", concat("'", type_name(container), "' object doesn't support item deletion"));
}

std::optional<std::vector<Value>> Evaluator::iterate(const Value& iterable, Value* reason,
                                                     const Polynomial** length) {
    *reason = Value::none();
    const auto with_length = [&](const Polynomial* formula) {
        if (length != nullptr)
            *length = formula;
        else
            decide_by(formula);
    };
    if (length != nullptr) *length = nullptr;
    switch (iterable.type) {
        case Type::Unknown:
            *reason = iterable;
            return std::nullopt;
        case Type::Tuple:
        case Type::List:
            with_length(iterable.as<Sequence>().length);
            if (!step(iterable.items().size() / 8)) return std::nullopt;
            return iterable.items();
        case Type::Dict:
        case Type::Set: {
            std::vector<Value> keys;
            for (const Dict::Entry& entry : iterable.as<Dict>().entries) {
                if (!entry.is_removed) keys.push_back(entry.key);
            }
            return keys;
        }
        case Type::Str: {
            decide_by(iterable);
            std::vector<Value> items;
            if (!count_items(iterable.str().size())) return std::nullopt;
            for (std::string& each : characters_of(iterable.str())) items.push_back(text(std::move(each)));
            return items;
        }
        case Type::Range: {
            const RangeObject& range = iterable.as<RangeObject>();
            if (range.count > static_cast<Integer>(kMostItems)) {
                stop(message("python.too_many_steps", {{"limit", kMostSteps}}));
                return std::nullopt;
            }
            if (!count_items(static_cast<std::size_t>(range.count))) return std::nullopt;
            const Polynomial* parts =
                derived(derived(range.start.formula, range.stop.formula), range.step.formula);
            const Polynomial* count = nullptr;
            const bool is_simple = range.start.integer == 0 && range.start.formula == nullptr &&
                                   range.step.integer == 1 && range.step.formula == nullptr;
            if (is_simple && range.stop.formula != nullptr && is_plain(*range.stop.formula))
                count = range.stop.formula;
            if (count != nullptr)
                with_length(count);
            else
                decide_by(parts);
            std::vector<Value> items;
            Integer at = range.start.integer;
            for (Integer i = 0; i < range.count; ++i, at += range.step.integer)
                items.push_back(Value::of(at, count != nullptr ? parts : nullptr));
            return items;
        }
        case Type::Instance: {
            InstanceObject& instance = iterable.instance();
            if (const Value* method = instance.cls->find("__iter__");
                method != nullptr && method->is(Type::Function)) {
                const Value made = call_method(iterable, "__iter__");
                if (is_interrupted()) return std::nullopt;
                if (made.is(Type::Instance)) {
                    // An iterator of the text: __next__ until StopIteration.
                    std::vector<Value> items;
                    while (true) {
                        const Value next = call_method(made, "__next__");
                        if (flow_ == Flow::Raise && exception_.is(Type::Instance) &&
                            exception_.instance().cls->name == "StopIteration") {
                            flow_ = Flow::Next;
                            return items;
                        }
                        if (is_interrupted() || !count_items(1)) return std::nullopt;
                        items.push_back(next);
                    }
                }
                return iterate(made, reason, length);
            }
            if (instance.cls->derives_from(known.named_tuple)) {
                std::vector<Value> items;
                for (const std::string& field : instance.cls->fields)
                    items.push_back(attribute(iterable, field));
                return items;
            }
            if (instance.module != nullptr) {
                if (const BuiltinFunction method = find_module_method(*instance.cls, "__iter__")) {
                    python::Arguments none;
                    const Value items = method(*this, iterable, none);
                    if (is_interrupted()) return std::nullopt;
                    return iterate(items, reason, length);
                }
            }
            if (instance.cls->unknown_base) {
                *reason = *instance.cls->unknown_base;
                return std::nullopt;
            }
            break;
        }
        case Type::Tensor:
            return tensor_items(iterable, reason, length);
        case Type::Opaque:
            *reason = unknown(message("python.unknown_call", {{"type", type_name(iterable)}}));
            return std::nullopt;
        default:
            break;
    }
    raise("TypeError", concat("'", type_name(iterable), "' object is not iterable"));
    return std::nullopt;
}

}  // namespace paramscope::open::python
