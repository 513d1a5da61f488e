// Iterates over values. Iterators and functions that yield are evaluated at once.
#include <utility>

#include "base/concat.h"
#include "open/python/run/evaluator.h"
#include "open/python/values/strings.h"

namespace paramscope::open::python {

std::optional<std::vector<Value>> Evaluator::iterate(const Value& iterable, Value* reason,
                                                     const Polynomial** length) {
    *reason = Value::none();
    const Polynomial* formula = nullptr;
    const auto items = items_of(iterable, reason, &formula);
    if (length != nullptr)
        *length = formula;
    else
        decide_by(formula);
    return items;
}

/// As iterate(); `length` is always set.
std::optional<std::vector<Value>> Evaluator::items_of(const Value& iterable, Value* reason,
                                                      const Polynomial** length) {
    switch (iterable.type) {
        case Type::Unknown:
            *reason = iterable;
            return std::nullopt;
        case Type::Tuple:
        case Type::List: {
            Sequence& sequence = iterable.as<Sequence>();
            if (!run_generator(sequence, true, reason)) return std::nullopt;
            *length = sequence.length;
            if (!step(sequence.items.size() / 8)) return std::nullopt;
            if (!sequence.is_iterator) return sequence.items;
            sequence.length = nullptr;
            return std::exchange(sequence.items, {});
        }
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
        case Type::Range:
            return items_of_range(iterable.as<RangeObject>(), length);
        case Type::Instance:
            return items_of_instance(iterable, reason, length);
        case Type::Tensor:
            return tensor_items(iterable, reason, length);
        case Type::Class:
            if (const Value* members = iterable.cls().attributes.find("__members__")) {
                std::vector<Value> items;
                for (const Dict::Entry& entry : members->as<Dict>().entries) {
                    const bool is_alias = entry.key.str() != attribute(entry.value, "name").str();
                    if (!is_alias) items.push_back(entry.value);
                }
                return items;
            }
            *reason = unknown(message("python.unknown_method", {{"name", "iter"}}));
            return std::nullopt;
        case Type::Opaque:
            *reason = unknown(message("python.unknown_call", {{"type", type_name(iterable)}}));
            return std::nullopt;
        default:
            raise("TypeError", concat("'", type_name(iterable), "' object is not iterable"));
            return std::nullopt;
    }
}

Value Evaluator::iterator(std::vector<Value> items, const Polynomial* length) {
    const Value made = list(std::move(items), length);
    made.as<Sequence>().is_iterator = true;
    return made;
}

std::optional<std::vector<Value>> Evaluator::items_of_range(const RangeObject& range,
                                                            const Polynomial** length) {
    if (range.count > static_cast<Integer>(kMostItems)) {
        stop_for_steps();
        return std::nullopt;
    }
    if (!count_items(static_cast<std::size_t>(range.count))) return std::nullopt;
    const Polynomial* parts = derived(derived(range.start.formula, range.stop.formula), range.step.formula);
    const bool is_simple = range.start.integer == 0 && range.start.formula == nullptr &&
                           range.step.integer == 1 && range.step.formula == nullptr;
    const bool has_length = is_simple && range.stop.formula != nullptr && is_plain(*range.stop.formula);
    if (has_length)
        *length = range.stop.formula;
    else
        decide_by(parts);
    std::vector<Value> items;
    Integer at = range.start.integer;
    for (Integer i = 0; i < range.count; ++i, at += range.step.integer)
        items.push_back(Value::of(at, has_length ? parts : nullptr));
    return items;
}

std::optional<std::vector<Value>> Evaluator::items_of_instance(const Value& iterable, Value* reason,
                                                               const Polynomial** length) {
    const ClassObject& cls = *iterable.instance().cls;
    const Value* method = cls.find("__iter__");
    if (method != nullptr && method->is(Type::Function)) {
        const Value made = call_method(iterable, "__iter__");
        if (is_interrupted()) return std::nullopt;
        return made.is(Type::Instance) ? items_of_iterator(made) : items_of(made, reason, length);
    }
    if (cls.derives_from(known.named_tuple)) {
        std::vector<Value> items;
        for (const std::string& field : cls.fields) items.push_back(attribute(iterable, field));
        return items;
    }
    if (const std::optional<Value> items = call_container(iterable, "__iter__", {})) {
        if (is_interrupted()) return std::nullopt;
        return items_of(*items, reason, length);
    }
    if (cls.unknown_base) {
        *reason = *cls.unknown_base;
        return std::nullopt;
    }
    raise("TypeError", concat("'", type_name(iterable), "' object is not iterable"));
    return std::nullopt;
}

/// Calls __next__ of an iterator of the text until StopIteration.
std::optional<std::vector<Value>> Evaluator::items_of_iterator(const Value& iterator) {
    std::vector<Value> items;
    while (true) {
        const Value next = call_method(iterator, "__next__");
        const bool is_end = flow_ == Flow::Raise && exception_.is(Type::Instance) &&
                            exception_.instance().cls->name == "StopIteration";
        if (is_end) {
            flow_ = Flow::Next;
            return items;
        }
        if (is_interrupted() || !count_items(1)) return std::nullopt;
        items.push_back(next);
    }
}

}  // namespace paramscope::open::python
