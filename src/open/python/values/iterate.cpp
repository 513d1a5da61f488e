// Iterates over values. What is left of an iterator is taken at once.
#include <utility>

#include "base/concat.h"
#include "open/python/state/evaluator.h"
#include "open/python/state/interpreter.h"
#include "open/python/values/operations.h"
#include "open/python/values/strings.h"

namespace paramscope::open::python {

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

static std::optional<std::vector<Value>> items_of_range(Evaluator& e, const RangeObject& range,
                                                        const Polynomial** length) {
    if (range.count > static_cast<Integer>(kMostItems)) {
        e.stop_for_steps();
        return std::nullopt;
    }
    if (!e.count_items(static_cast<std::size_t>(range.count))) return std::nullopt;
    const Polynomial* parts =
        e.decisions.derived(e.decisions.derived(range.start.formula, range.stop.formula), range.step.formula);
    const bool is_simple = range.start.integer == 0 && range.start.formula == nullptr &&
                           range.step.integer == 1 && range.step.formula == nullptr;
    const bool has_length =
        is_simple && range.stop.formula != nullptr && e.decisions.is_plain(*range.stop.formula);
    if (has_length)
        *length = range.stop.formula;
    else
        e.decisions.decide_by(parts);
    std::vector<Value> items;
    Integer at = range.start.integer;
    for (Integer i = 0; i < range.count; ++i, at += range.step.integer)
        items.push_back(Value::of(at, has_length ? parts : nullptr));
    return items;
}

/// Calls __next__ of an iterator of the text until StopIteration.
static std::optional<std::vector<Value>> items_of_iterator(Evaluator& e, const Value& iterator) {
    std::vector<Value> items;
    while (true) {
        const Value next = call_method(e, iterator, "__next__");
        const bool is_end = e.control.flow == Flow::Raise && e.control.exception.is(Type::Instance) &&
                            e.control.exception.instance().cls->name == "StopIteration";
        if (is_end) {
            e.control.flow = Flow::Next;
            return items;
        }
        if (e.is_interrupted() || !e.count_items(1)) return std::nullopt;
        items.push_back(next);
    }
}

static std::optional<std::vector<Value>> items_of_instance(Evaluator& e, const Value& iterable, Value* reason,
                                                           const Polynomial** length) {
    const ClassObject& cls = *iterable.instance().cls;
    const Value* method = cls.find("__iter__");
    if (method != nullptr && method->is(Type::Function)) {
        const Value made = call_method(e, iterable, "__iter__");
        if (e.is_interrupted()) return std::nullopt;
        return made.is(Type::Instance) ? items_of_iterator(e, made) : items_of(e, made, reason, length);
    }
    if (cls.derives_from(e.known.named_tuple)) {
        std::vector<Value> items;
        for (const std::string& field : cls.fields) items.push_back(attribute(e, iterable, field));
        return items;
    }
    if (const std::optional<Value> items = call_container(e, iterable, "__iter__", {})) {
        if (e.is_interrupted()) return std::nullopt;
        return items_of(e, *items, reason, length);
    }
    if (cls.unknown_base) {
        *reason = *cls.unknown_base;
        return std::nullopt;
    }
    e.raise("TypeError", concat("'", type_name(iterable), "' object is not iterable"));
    return std::nullopt;
}

std::optional<std::vector<Value>> items_of(Evaluator& e, const Value& iterable, Value* reason,
                                           const Polynomial** length) {
    switch (iterable.type) {
        case Type::Unknown:
            *reason = iterable;
            return std::nullopt;
        case Type::Tuple:
        case Type::List: {
            Sequence& sequence = iterable.as<Sequence>();
            if (!run_generator(e, sequence, true, reason)) return std::nullopt;
            *length = sequence.length;
            if (!e.step(sequence.items.size() / 8)) return std::nullopt;
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
            e.decisions.decide_by(iterable);
            std::vector<Value> items;
            if (!e.count_items(iterable.str().size())) return std::nullopt;
            for (std::string& each : characters_of(iterable.str())) items.push_back(e.text(std::move(each)));
            return items;
        }
        case Type::Range:
            return items_of_range(e, iterable.as<RangeObject>(), length);
        case Type::Instance:
            return items_of_instance(e, iterable, reason, length);
        case Type::Tensor:
            return tensor_items(e, iterable, reason, length);
        case Type::Class:
            if (const Value* members = iterable.cls().attributes.find("__members__")) {
                std::vector<Value> items;
                for (const Dict::Entry& entry : members->as<Dict>().entries) {
                    const bool is_alias = entry.key.str() != attribute(e, entry.value, "name").str();
                    if (!is_alias) items.push_back(entry.value);
                }
                return items;
            }
            *reason = e.unknown(message("python.unknown_method", {{"name", "iter"}}));
            return std::nullopt;
        case Type::Opaque:
            *reason = e.unknown(message("python.unknown_call", {{"type", type_name(iterable)}}));
            return std::nullopt;
        default:
            e.raise("TypeError", concat("'", type_name(iterable), "' object is not iterable"));
            return std::nullopt;
    }
}

Value iterator(Evaluator& e, std::vector<Value> items, const Polynomial* length) {
    const Value made = e.list(std::move(items), length);
    made.as<Sequence>().is_iterator = true;
    return made;
}

Value range(Evaluator& e, const Value& start, const Value& stop, const Value& step) {
    auto* object = e.make<RangeObject>();
    object->start = Value::of(start.whole(), start.formula);
    object->stop = Value::of(stop.whole(), stop.formula);
    object->step = Value::of(step.whole(), step.formula);
    const Integer by = step.whole();
    if (by == 0) return e.raise("ValueError", "range() arg 3 must not be zero");
    const auto distance =
        checked_subtract(by > 0 ? stop.whole() : start.whole(), by > 0 ? start.whole() : stop.whole());
    if (!distance) return e.unknown(message("python.number_too_large"));
    const Integer size = by > 0 ? by : -by;
    object->count = *distance <= 0 ? Integer{0} : (*distance - 1) / size + 1;
    return Value::of(Type::Range, object);
}

}  // namespace paramscope::open::python
