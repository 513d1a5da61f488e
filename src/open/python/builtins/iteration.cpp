// Builtin functions on iterables: len(), zip(), sorted(). Iterators are made at once, as lists.
#include <algorithm>

#include "base/concat.h"
#include "base/ranges.h"
#include "open/python/builtins/builtins.h"
#include "open/python/state/interpreter.h"
#include "open/python/values/behaviour.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {
bool items_of(Evaluator& e, const Value& iterable, std::vector<Value>* items, Value* result,
              const Polynomial** length) {
    Value reason;
    auto found = iterate(e, iterable, &reason, length);
    *result = reason;
    if (!found) return false;
    *items = std::move(*found);
    return true;
}

bool sort_items(Evaluator& e, std::vector<Value>* items, Arguments& a, Value* reason) {
    const Value* key = a.find("key");
    const Value* reverse = a.find("reverse");
    std::vector<std::pair<Value, Value>> pairs;
    for (const Value& each : *items) {
        pairs.emplace_back(key != nullptr && !key->is(Type::None) ? call(e, *key, {each}) : each, each);
        if (e.is_interrupted()) return false;
    }
    const bool is_reversed = reverse != nullptr && decide(e, *reverse) == Truth::True;
    if (is_reversed) std::reverse(pairs.begin(), pairs.end());
    bool is_known = true;
    // Insertion by halves: a comparison that fails must not upset std::sort.
    std::vector<std::pair<Value, Value>> sorted;
    for (const auto& pair : pairs) {
        std::size_t low = 0, high = sorted.size();
        while (low < high) {
            const std::size_t middle = (low + high) / 2;
            const Value is_less = compare(e, "<", pair.first, sorted[middle].first);
            if (e.is_interrupted()) return false;
            if (is_less.is_unknown()) {
                *reason = is_less;
                is_known = false;
            }
            e.decisions.decide_by(is_less);
            if (truth(e, is_less) == Truth::True)
                high = middle;
            else
                low = middle + 1;
        }
        if (!e.step(sorted.size() / 16 + 1)) return false;
        sorted.insert(sorted.begin() + static_cast<std::ptrdiff_t>(low), pair);
    }
    if (is_reversed) std::reverse(sorted.begin(), sorted.end());
    items->clear();
    for (auto& pair : sorted) items->push_back(pair.second);
    return is_known;
}

Value make_range(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.empty() || a.positional.size() > 3 || !a.named.empty())
        return e.raise("TypeError", "range expected at least 1 argument, got 0");
    for (const Value& each : a.positional) {
        if (each.is_unknown()) return each;
        if (!each.is_whole())
            return e.raise("TypeError",
                           concat("'", type_name(each), "' object cannot be interpreted as an integer"));
    }
    const bool has_start = a.positional.size() > 1;
    return range(e, has_start ? a.positional[0] : Value::of(0), a.positional[has_start ? 1 : 0],
                 a.positional.size() > 2 ? a.positional[2] : Value::of(1));
}

namespace {

Value len(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 1) return e.raise("TypeError", "len() takes exactly one argument");
    const auto length = behaviour_of(a.positional[0]).length;
    return length != nullptr ? length(e, a.positional[0]) : refuse_length(e, a.positional[0]);
}

Value enumerate(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.empty()) return not_evaluated(e, "enumerate");
    std::vector<Value> items;
    Value result;
    const Polynomial* length = nullptr;
    if (!items_of(e, a.positional[0], &items, &result, &length)) return result;
    const Value* start = a.get(1, "start");
    const Integer first = start != nullptr && start->is_whole() ? start->whole() : Integer{0};
    std::vector<Value> pairs;
    for (std::size_t i = 0; i < items.size() && !e.is_stopped(); ++i) {
        // The number of the last one says how many there are.
        const bool is_last = length != nullptr && i + 1 == items.size();
        const Polynomial* formula = is_last ? e.decisions.keep(*length + Polynomial(first - 1)) : nullptr;
        pairs.push_back(e.tuple({Value::of(first + static_cast<Integer>(i), formula), items[i]}));
    }
    return iterator(e, std::move(pairs), length);
}

/// True for what runs as its items are taken, and may have no end.
bool is_generator(const Value& value) {
    return value.is(Type::List) && value.as<Sequence>().generator != nullptr;
}

/// Takes up to `count` items of a generator.
bool take_items(Evaluator& e, const Value& generator, std::size_t count, std::vector<Value>* items,
                Value* reason) {
    Sequence& left = generator.as<Sequence>();
    while (items->size() < count && e.count_items(1)) {
        if (!run_generator(e, left, false, reason)) return false;
        if (left.items.empty()) break;
        items->push_back(left.items.front());
        left.items.erase(left.items.begin());
    }
    return true;
}

/// Generators give zip() as many items as the others have.
Value zip(Evaluator& e, const Value&, Arguments& a) {
    std::vector<std::vector<Value>> columns(a.positional.size());
    Value result;
    std::size_t count = a.positional.empty() ? 0 : SIZE_MAX;
    const bool are_generators = all_of(a.positional, is_generator);
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (!are_generators && is_generator(a.positional[i])) continue;
        if (!items_of(e, a.positional[i], &columns[i], &result)) return result;
        count = std::min(count, columns[i].size());
    }
    for (std::size_t i = 0; i < columns.size() && !are_generators; ++i) {
        if (!is_generator(a.positional[i])) continue;
        if (!take_items(e, a.positional[i], count, &columns[i], &result)) return result;
        count = std::min(count, columns[i].size());
    }
    std::vector<Value> rows;
    for (std::size_t i = 0; i < count && !e.is_stopped(); ++i) {
        std::vector<Value> row;
        for (const auto& column : columns) row.push_back(column[i]);
        rows.push_back(e.tuple(std::move(row)));
    }
    return iterator(e, std::move(rows));
}

Value map(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() < 2) return not_evaluated(e, "map");
    std::vector<std::vector<Value>> columns(a.positional.size() - 1);
    Value result;
    const Polynomial* length = nullptr;
    std::size_t count = SIZE_MAX;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (!items_of(e, a.positional[i + 1], &columns[i], &result, columns.size() == 1 ? &length : nullptr))
            return result;
        count = std::min(count, columns[i].size());
    }
    std::vector<Value> results;
    for (std::size_t i = 0; i < count; ++i) {
        std::vector<Value> row;
        for (const auto& column : columns) row.push_back(column[i]);
        results.push_back(call(e, a.positional[0], std::move(row)));
        if (e.is_interrupted()) return Value::none();
    }
    return iterator(e, std::move(results), length);
}

Value filter(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 2) return not_evaluated(e, "filter");
    std::vector<Value> items, kept;
    Value result;
    if (!items_of(e, a.positional[1], &items, &result)) return result;
    for (const Value& each : items) {
        const Value verdict = a.positional[0].is(Type::None) ? each : call(e, a.positional[0], {each});
        if (e.is_interrupted()) return Value::none();
        const Truth is_kept = decide(e, verdict);
        if (is_kept == Truth::Unknown) return verdict.is_unknown() ? verdict : not_evaluated(e, "filter");
        if (is_kept == Truth::True) kept.push_back(each);
    }
    return iterator(e, std::move(kept));
}

Value reversed(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 1) return not_evaluated(e, "reversed");
    std::vector<Value> items;
    Value result;
    if (!items_of(e, a.positional[0], &items, &result)) return result;
    std::reverse(items.begin(), items.end());
    return iterator(e, std::move(items));
}

Value sorted(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 1) return not_evaluated(e, "sorted");
    std::vector<Value> items;
    Value result;
    if (!items_of(e, a.positional[0], &items, &result)) return result;
    Value reason;
    if (!sort_items(e, &items, a, &reason)) return reason;
    return e.list(std::move(items));
}

template <bool kIsAll>
Value all_or_any(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 1) return not_evaluated(e, kIsAll ? "all" : "any");
    std::vector<Value> items;
    Value result;
    if (!items_of(e, a.positional[0], &items, &result)) return result;
    const Polynomial* decided = nullptr;
    Value unknown_item = Value::none();
    for (const Value& each : items) {
        const Truth truth = python::truth(e, each);
        if (e.is_interrupted()) return Value::none();
        decided = e.decisions.derived(decided, each.formula);
        if (truth == Truth::Unknown)
            unknown_item = each.is_unknown() ? each : not_evaluated(e, "all");
        else if ((truth == Truth::True) != kIsAll) {
            Value value = Value::of(!kIsAll);
            value.formula = decided;
            return value;
        }
    }
    if (unknown_item.is_unknown()) return unknown_item;
    Value value = Value::of(kIsAll);
    value.formula = decided;
    return value;
}

Value next(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.empty()) return not_evaluated(e, "next");
    const Value& iterable = a.positional[0];
    if (iterable.is(Type::Instance) && iterable.instance().cls->find("__next__") != nullptr)
        return call_method(e, iterable, "__next__");
    if (!iterable.is(Type::List))
        return iterable.is_unknown()
                   ? iterable
                   : e.raise("TypeError", concat("'", type_name(iterable), "' object is not an iterator"));
    Sequence& sequence = iterable.as<Sequence>();
    e.decisions.decide_by(sequence.length);
    Value reason;
    if (!run_generator(e, sequence, false, &reason)) return reason;
    if (sequence.items.empty()) {
        if (a.positional.size() > 1) return a.positional[1];
        return e.raise("StopIteration", "");
    }
    const Value first = sequence.items.front();
    sequence.items.erase(sequence.items.begin());
    sequence.length = nullptr;
    return first;
}

Value iterator(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 1) return not_evaluated(e, "iter");
    if (a.positional[0].is(Type::List) && a.positional[0].as<Sequence>().is_iterator) return a.positional[0];
    std::vector<Value> items;
    Value result;
    if (!items_of(e, a.positional[0], &items, &result)) return result;
    return iterator(e, std::move(items));
}

constexpr BuiltinRow kIterationFunctionsRows[] = {
    {"len", len},       {"enumerate", enumerate},  {"zip", zip},
    {"map", map},       {"filter", filter},        {"reversed", reversed},
    {"sorted", sorted}, {"all", all_or_any<true>}, {"any", all_or_any<false>},
    {"next", next},     {"iter", iterator},        {"range", make_range},
};

}  // namespace

const std::span<const BuiltinRow> kIterationFunctions = kIterationFunctionsRows;

}  // namespace paramscope::open::python
