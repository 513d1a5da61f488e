// Ranges and slices.
#include <algorithm>

#include "algebra/integer.h"
#include "base/concat.h"
#include "open/python/values/behaviour.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {
namespace {

Truth has_numbers(Evaluator&, const Value& value) {
    return truth_of(value.as<RangeObject>().count != 0);
}

/// What the numbers of a range were computed from.
const Polynomial* parts_of(Evaluator& e, const RangeObject& range) {
    return e.decisions.derived(e.decisions.derived(range.start.formula, range.stop.formula),
                               range.step.formula);
}

Value range_length(Evaluator& e, const Value& value) {
    const RangeObject& range = value.as<RangeObject>();
    return Value::of(range.count, parts_of(e, range));
}

std::optional<std::vector<Value>> range_items(Evaluator& e, const Value& value, Value*,
                                              const Polynomial** length) {
    const RangeObject& range = value.as<RangeObject>();
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
        is_simple && range.stop.formula != nullptr && Decisions::is_plain(*range.stop.formula);
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

Value range_item(Evaluator& e, const Value& container, const Value& key) {
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
        const auto step = checked_multiply(by, object.step.integer);
        if (!step) return unknown_slice(e);
        if (positions->empty()) {
            const auto size = static_cast<Integer>(count);
            const Integer given = slice.start.is(Type::None) ? Integer{0} : slice.start.whole();
            const Integer first = std::clamp(given < 0 ? given + size : given, Integer{0}, size);
            return range(e, at(first), at(first), object.step);
        }
        const Value wider = by == 1 ? object.step : Value::of(*step);
        return range(e, at(static_cast<Integer>(positions->front())),
                     at(static_cast<Integer>(positions->back()) + by), wider);
    }
    const std::optional<Integer> index = key.is(Type::Slice) ? std::nullopt : index_of(e, key);
    if (!index) return refuse_item(e, container);
    e.decisions.decide_by(object.start.formula);
    e.decisions.decide_by(object.stop.formula);
    const auto at = position(*index, static_cast<std::size_t>(object.count));
    if (!at) return e.raise("IndexError", "range object index out of range");
    return Value::of(object.start.integer + static_cast<Integer>(*at) * object.step.integer);
}

/// The start, stop and step of a range or a slice.
template <class Object>
std::optional<Value> part_attribute(Evaluator& e, const Value& value, std::string_view name) {
    const Object& object = value.as<Object>();
    if (name == "start") return object.start;
    if (name == "stop") return object.stop;
    if (name == "step") return object.step;
    return builtin_attribute(e, value, name);
}

Truth are_equal_ranges(Evaluator&, const Value& left, const Value& right) {
    const RangeObject &a = left.as<RangeObject>(), &b = right.as<RangeObject>();
    if (a.count != b.count) return Truth::False;
    if (a.count == 0) return Truth::True;
    return truth_of(a.start.integer == b.start.integer && (a.count == 1 || a.step.integer == b.step.integer));
}

std::string range_text(Evaluator&, const Value& value, int) {
    const RangeObject& range = value.as<RangeObject>();
    const std::string step = range.step.integer != 1 ? concat(", ", to_string(range.step.integer)) : "";
    return concat("range(", to_string(range.start.integer), ", ", to_string(range.stop.integer), step, ")");
}

std::string slice_text(Evaluator& e, const Value& value, int depth) {
    const auto& slice = value.as<SliceObject>();
    return represent_items(e, {slice.start, slice.stop, slice.step}, depth, "slice(", ")");
}

}  // namespace

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

const Behaviour kRangeBehaviour = {
    .name = "range",
    .truth = has_numbers,
    .length = range_length,
    .items = range_items,
    .item = range_item,
    .attribute = part_attribute<RangeObject>,
    .equal = are_equal_ranges,
    .represent = range_text,
};

const Behaviour kSliceBehaviour = {
    .name = "slice",
    .attribute = part_attribute<SliceObject>,
    .key = nullptr,
    .represent = slice_text,
};

}  // namespace paramscope::open::python
