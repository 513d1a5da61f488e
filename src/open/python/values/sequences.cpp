// Tuples, lists and iterators.
#include <algorithm>
#include <utility>

#include "base/concat.h"
#include "base/ranges.h"
#include "open/python/state/interpreter.h"
#include "open/python/values/behaviour.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {
namespace {

Truth has_items(Evaluator&, const Value& value) {
    return truth_of(value.as<Sequence>().is_iterator || !value.items().empty());
}

Value sequence_length(Evaluator&, const Value& value) {
    return Value::of(static_cast<Integer>(value.items().size()), value.as<Sequence>().length);
}

/// Takes what is left of an iterator.
std::optional<std::vector<Value>> sequence_items(Evaluator& e, const Value& value, Value* reason,
                                                 const Polynomial** length) {
    Sequence& sequence = value.as<Sequence>();
    if (!run_generator(e, sequence, true, reason)) return std::nullopt;
    *length = sequence.length;
    if (!e.step(sequence.items.size() / 8)) return std::nullopt;
    if (!sequence.is_iterator) return sequence.items;
    sequence.length = nullptr;
    return std::exchange(sequence.items, {});
}

Value sequence_item(Evaluator& e, const Value& container, const Value& key) {
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

void set_slice(Evaluator& e, Sequence& sequence, const SliceObject& slice, const Value& value) {
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

void set_list_item(Evaluator& e, const Value& list, const Value& key, const Value& value) {
    if (key.is_unknown()) return std::fill(list.items().begin(), list.items().end(), key);
    Sequence& sequence = list.as<Sequence>();
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

void delete_slice(Evaluator& e, Sequence& sequence, const SliceObject& slice) {
    auto positions = slice_positions(e, slice, sequence.items.size());
    if (!positions) return;
    std::sort(positions->rbegin(), positions->rend());
    for (const std::size_t at : *positions)
        sequence.items.erase(sequence.items.begin() + static_cast<std::ptrdiff_t>(at));
}

void delete_list_item(Evaluator& e, const Value& list, const Value& key) {
    Sequence& sequence = list.as<Sequence>();
    e.decisions.decide_by(sequence.length);
    sequence.length = nullptr;
    if (key.is(Type::Slice)) return delete_slice(e, sequence, key.as<SliceObject>());
    const std::optional<Integer> index = index_of(e, key);
    const auto at = index ? position(*index, sequence.items.size()) : std::nullopt;
    if (!at) return void(e.raise("IndexError", "list assignment index out of range"));
    sequence.items.erase(sequence.items.begin() + static_cast<std::ptrdiff_t>(*at));
}

Truth equal_sequences(Evaluator& e, const Value& left, const Value& right) {
    if (left.object == right.object) return Truth::True;
    if (left.items().size() != right.items().size()) return Truth::False;
    for (std::size_t i = 0; i < left.items().size(); ++i) {
        const Truth same = equal_inside(e, left.items()[i], right.items()[i]);
        if (same != Truth::True) return same;
    }
    return Truth::True;
}

/// Bounds of the key of a tuple: tuples nest deep, and hold one another several times.
constexpr int kDeepestKey = 50;
constexpr std::size_t kLongestKey = 1u << 16;

bool tuple_key(const Value& value, int depth, std::string& text) {
    if (depth > kDeepestKey) return false;
    append_all(text, "t", value.items().size(), ':');
    return all_of(value.items(), [&](const Value& item) {
        return append_key(item, depth + 1, text) && text.size() <= kLongestKey;
    });
}

/// The values and indices that topk(), sort() and max() give.
std::optional<Value> pair_attribute(Evaluator& e, const Value& value, std::string_view name) {
    const std::vector<Value>& items = value.items();
    const bool is_pair = items.size() == 2 && items[0].is(Type::Tensor) && items[1].is(Type::Tensor);
    if (is_pair && name == "values") return items[0];
    if (is_pair && name == "indices") return items[1];
    return builtin_attribute(e, value, name);
}

std::string tuple_text(Evaluator& e, const Value& value, int depth) {
    return represent_items(e, value.items(), depth, "(", value.items().size() == 1 ? ",)" : ")");
}

std::string list_text(Evaluator& e, const Value& value, int depth) {
    return represent_items(e, value.items(), depth, "[", "]");
}

}  // namespace

const Behaviour kTupleBehaviour = {
    .name = "tuple",
    .truth = has_items,
    .length = sequence_length,
    .items = sequence_items,
    .item = sequence_item,
    .attribute = pair_attribute,
    .equal = equal_sequences,
    .key = tuple_key,
    .represent = tuple_text,
    .methods = &kTupleMethods,
};

const Behaviour kListBehaviour = {
    .name = "list",
    .truth = has_items,
    .length = sequence_length,
    .items = sequence_items,
    .item = sequence_item,
    .set_item = set_list_item,
    .delete_item = delete_list_item,
    .equal = equal_sequences,
    .key = nullptr,
    .represent = list_text,
    .methods = &kListMethods,
};

}  // namespace paramscope::open::python
