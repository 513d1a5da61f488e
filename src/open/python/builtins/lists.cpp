// Makes lists and tuples, and holds their methods.
#include <algorithm>

#include "base/concat.h"
#include "base/ranges.h"
#include "open/python/builtins/builtins.h"
#include "open/python/state/interpreter.h"
#include "open/python/values/behaviour.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {
namespace {

template <Type kType>
Value make_sequence(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.empty()) return kType == Type::List ? e.list({}) : e.tuple({});
    std::vector<Value> items;
    Value result;
    const Polynomial* length = nullptr;
    if (!items_of(e, a.positional[0], &items, &result, &length)) return result;
    Value value = e.list(std::move(items), length);
    value.type = kType;
    return value;
}

Value append(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.size() != 1) return e.raise("TypeError", "list.append() takes exactly one argument");
    if (!e.count_items(1)) return Value::none();
    Sequence& list = self.as<Sequence>();
    note_append(e, &list, list.items.size(), &list.length);
    list.items.push_back(a.positional[0]);
    return Value::none();
}

/// Changes a list in a way after which its length has no formula.
std::vector<Value>& change(Evaluator& e, const Value& self) {
    Sequence& list = self.as<Sequence>();
    e.decisions.decide_by(list.length);
    list.length = nullptr;
    return list.items;
}

Value make_unknown_items(const Value& self, const Value& reason) {
    self.as<Sequence>().items.assign(1, reason);
    return Value::none();
}

Value extend(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.size() != 1) return not_evaluated(e, "extend");
    std::vector<Value> items;
    Value result;
    if (!items_of(e, a.positional[0], &items, &result))
        return e.is_interrupted() ? result : make_unknown_items(self, result);
    if (!e.count_items(items.size())) return Value::none();
    std::vector<Value>& list = change(e, self);
    list.insert(list.end(), items.begin(), items.end());
    return Value::none();
}

Value insert(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.size() != 2 || !e.count_items(1)) return not_evaluated(e, "insert");
    if (!a.positional[0].is_whole()) return make_unknown_items(self, not_evaluated(e, "insert"));
    std::vector<Value>& list = change(e, self);
    const auto size = static_cast<Integer>(list.size());
    Integer at = *index_of(e, a.positional[0]);
    if (at < 0) at += size;
    at = std::clamp(at, Integer{0}, size);
    list.insert(list.begin() + static_cast<std::ptrdiff_t>(at), a.positional[1]);
    return Value::none();
}

Value pop_list(Evaluator& e, const Value& self, Arguments& a) {
    std::vector<Value>& list = change(e, self);
    if (list.empty()) return e.raise("IndexError", "pop from empty list");
    const std::optional<Integer> index = a.positional.empty() ? Integer{-1} : index_of(e, a.positional[0]);
    const auto at = index ? position(*index, list.size()) : std::nullopt;
    if (!at) return e.raise("IndexError", "pop index out of range");
    const Value value = list[*at];
    list.erase(list.begin() + static_cast<std::ptrdiff_t>(*at));
    return value;
}

Value remove_item(Evaluator& e, const Value& self, Arguments& a) {
    std::vector<Value>& list = change(e, self);
    for (std::size_t i = 0; i < list.size() && !a.positional.empty(); ++i) {
        const Truth same = equal(e, list[i], a.positional[0]);
        if (e.is_interrupted()) return Value::none();
        if (same == Truth::Unknown) return make_unknown_items(self, not_evaluated(e, "remove"));
        if (same != Truth::True) continue;
        list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
        return Value::none();
    }
    return e.raise("ValueError", "list.remove(x): x not in list");
}

Value reverse_list(Evaluator& e, const Value& self, Arguments&) {
    std::vector<Value>& list = change(e, self);
    std::reverse(list.begin(), list.end());
    return Value::none();
}

Value sort_list(Evaluator& e, const Value& self, Arguments& a) {
    std::vector<Value> items = self.items();
    Value reason;
    if (!sort_items(e, &items, a, &reason)) {
        if (!e.is_interrupted()) make_unknown_items(self, reason);
        return Value::none();
    }
    change(e, self) = std::move(items);
    return Value::none();
}

Value clear_list(Evaluator& e, const Value& self, Arguments&) {
    change(e, self).clear();
    return Value::none();
}

Value copy_list(Evaluator& e, const Value& self, Arguments&) {
    return e.list(self.items(), self.as<Sequence>().length);
}

Value index_in(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.size() != 1) return not_evaluated(e, "index");
    e.decisions.decide_by(self.as<Sequence>().length);
    for (std::size_t i = 0; i < self.items().size(); ++i) {
        const Truth same = equal(e, self.items()[i], a.positional[0]);
        if (same == Truth::Unknown) return not_evaluated(e, "index");
        if (same == Truth::True) return Value::of(i);
    }
    return e.raise("ValueError", concat(represent(e, a.positional[0]), " is not in list"));
}

Value count_in(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.size() != 1) return not_evaluated(e, "count");
    e.decisions.decide_by(self.as<Sequence>().length);
    std::size_t count = 0;
    for (const Value& each : self.items()) {
        const Truth same = equal(e, each, a.positional[0]);
        if (same == Truth::Unknown) return not_evaluated(e, "count");
        count += same == Truth::True;
    }
    return Value::of(count);
}

constexpr BuiltinRow kListMethodsRows[] = {
    {"append", append},      {"extend", extend},        {"insert", insert},  {"pop", pop_list},
    {"remove", remove_item}, {"reverse", reverse_list}, {"sort", sort_list}, {"clear", clear_list},
    {"copy", copy_list},     {"index", index_in},       {"count", count_in},
};

/// torch.Size.numel(): the product of sizes.
Value product_of_sizes(Evaluator& e, const Value& self, Arguments& a) {
    const std::vector<Value>& sizes = self.items();
    const bool are_sizes =
        a.positional.empty() && all_of(sizes, [](const Value& each) { return each.is_whole(); });
    if (!are_sizes) return not_evaluated(e, "numel");
    e.decisions.decide_by(self.as<Sequence>().length);
    Value product = Value::of(1);
    for (const Value& size : sizes) product = binary(e, "*", product, size);
    return product;
}

constexpr BuiltinRow kTupleMethodsRows[] = {
    {"index", index_in}, {"count", count_in}, {"numel", product_of_sizes}};

}  // namespace

const std::span<const BuiltinRow> kListMethods = kListMethodsRows;
const std::span<const BuiltinRow> kTupleMethods = kTupleMethodsRows;

Value make_list(Evaluator& e, const Value& self, Arguments& a) {
    return make_sequence<Type::List>(e, self, a);
}

Value make_tuple(Evaluator& e, const Value& self, Arguments& a) {
    return make_sequence<Type::Tuple>(e, self, a);
}

}  // namespace paramscope::open::python
