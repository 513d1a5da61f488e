// Makes dicts and sets, and holds their methods.
#include "base/concat.h"
#include "open/python/builtins/builtins.h"
#include "open/python/effects/effects.h"
#include "open/python/state/interpreter.h"
#include "open/python/values/behaviour.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {
Value make_set(Evaluator& e, const Value&, Arguments& a) {
    Value set = e.dict();
    set.type = Type::Set;
    if (a.positional.empty()) return set;
    std::vector<Value> items;
    Value result;
    if (!items_of(e, a.positional[0], &items, &result)) return result;
    if (!e.count_items(items.size() * kItemsOfEntry)) return Value::none();
    for (const Value& each : items) {
        e.decisions.decide_by(each);
        const std::optional<std::string> key = key_of(each);
        if (!key)
            return each.is_unknown()
                       ? each
                       : e.raise("TypeError", concat("unhashable type: '", type_name(each), "'"));
        set.as<Dict>().set(*key, each, Value::none());
    }
    return set;
}

namespace {

/// Adds the entries of a dict or of a list of pairs; false when they are unknown or raised.
bool add_entries(Evaluator& e, const Value& into, const Value& from, Value* result) {
    if (from.is(Type::Dict)) {
        for (const Dict::Entry& entry : std::vector<Dict::Entry>(from.as<Dict>().entries)) {
            if (!entry.is_removed) set_item(e, into, entry.key, entry.value);
        }
        const Value others = from.as<Dict>().default_factory;
        if (others.is_unknown()) into.as<Dict>().default_factory = others;
        return !e.is_interrupted();
    }
    std::vector<Value> items;
    if (!items_of(e, from, &items, result)) return false;
    for (const Value& each : items) {
        std::vector<Value> pair;
        if (!items_of(e, each, &pair, result)) return false;
        if (pair.size() != 2) {
            e.raise("ValueError", concat("dictionary update sequence element #0 has length ", pair.size(),
                                         "; 2 is required"));
            return false;
        }
        set_item(e, into, pair[0], pair[1]);
        if (e.is_interrupted()) return false;
    }
    return true;
}

Value dict_get(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.empty()) return not_evaluated(e, "get");
    if (a.positional[0].is_unknown()) return a.positional[0];
    const std::optional<std::string> key = key_of(a.positional[0]);
    e.decisions.decide_by(a.positional[0]);
    if (!key) return e.raise("TypeError", concat("unhashable type: '", type_name(a.positional[0]), "'"));
    if (const Value* found = find_entry(e, self.as<Dict>(), a.positional[0], *key)) return *found;
    if (self.as<Dict>().default_factory.is_unknown()) return self.as<Dict>().default_factory;
    return a.positional.size() > 1 ? a.positional[1] : Value::none();
}

Value dict_set_default(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.empty()) return not_evaluated(e, "setdefault");
    const std::optional<std::string> key = key_of(a.positional[0]);
    if (!key) return self.as<Dict>().default_factory = not_evaluated(e, "setdefault");
    if (const Value* found = self.as<Dict>().find(*key)) return *found;
    const Value value = a.positional.size() > 1 ? a.positional[1] : Value::none();
    set_item(e, self, a.positional[0], value);
    return value;
}

enum class Part { Keys, Values, Items };

template <Part kPart>
Value dict_part(Evaluator& e, const Value& self, Arguments&) {
    std::vector<Value> parts;
    if (self.as<Dict>().default_factory.is_unknown()) return self.as<Dict>().default_factory;
    for (const Dict::Entry& entry : self.as<Dict>().entries) {
        if (entry.is_removed) continue;
        parts.push_back(kPart == Part::Keys     ? entry.key
                        : kPart == Part::Values ? entry.value
                                                : e.tuple({entry.key, entry.value}));
    }
    const Value made = e.list(std::move(parts));
    made.as<Sequence>().is_view = kPart != Part::Values;
    return made;
}

Value dict_pop(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.empty()) return not_evaluated(e, "pop");
    const std::optional<std::string> key = key_of(a.positional[0]);
    if (!key) {
        const Value reason = not_evaluated(e, "pop");
        forget_contents(e, self, reason);
        return reason;
    }
    if (const Value* found = self.as<Dict>().find(*key)) {
        const Value value = *found;
        self.as<Dict>().remove(*key);
        return value;
    }
    return a.positional.size() > 1 ? a.positional[1] : e.raise("KeyError", represent(e, a.positional[0]));
}

Value dict_update(Evaluator& e, const Value& self, Arguments& a) {
    Value result;
    for (const Value& each : a.positional) {
        if (!add_entries(e, self, each, &result) && !e.is_interrupted()) forget_contents(e, self, result);
    }
    if (!a.is_complete) forget_contents(e, self, not_evaluated(e, "update"));
    for (const auto& [name, value] : a.named) set_item(e, self, e.text(name), value);
    return Value::none();
}

Value dict_copy(Evaluator& e, const Value& self, Arguments&) {
    Value copy = e.dict();
    if (!e.count_items(self.as<Dict>().entries.size() * kItemsOfEntry)) return Value::none();
    copy.as<Dict>() = self.as<Dict>();
    copy.as<Dict>().owner = nullptr;
    copy.type = self.type;
    return copy;
}

Value dict_clear(Evaluator&, const Value& self, Arguments&) {
    const std::vector<Dict::Entry> entries = self.as<Dict>().entries;
    for (const Dict::Entry& each : entries) {
        if (!each.is_removed) self.as<Dict>().remove(*key_of(each.key));
    }
    return Value::none();
}

Value set_add(Evaluator& e, const Value& self, Arguments& a) {
    const std::optional<std::string> key = a.positional.size() == 1 ? key_of(a.positional[0]) : std::nullopt;
    if (!key) return self.as<Dict>().default_factory = not_evaluated(e, "add");
    if (!e.count_items(kItemsOfEntry)) return Value::none();
    self.as<Dict>().set(*key, a.positional[0], Value::none());
    return Value::none();
}

Value set_discard(Evaluator& e, const Value& self, Arguments& a) {
    const std::optional<std::string> key = a.positional.size() == 1 ? key_of(a.positional[0]) : std::nullopt;
    if (!key) return not_evaluated(e, "discard");
    self.as<Dict>().remove(*key);
    return Value::none();
}

template <char kSymbol>
Value set_operation(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.size() != 1) return not_evaluated(e, "union");
    Arguments other;
    other.positional = {a.positional[0]};
    const Value set = make_set(e, Value::none(), other);
    if (!set.is(Type::Set)) return set;
    constexpr std::string_view kSymbols = "|&-^";
    return binary(e, kSymbols.substr(kSymbols.find(kSymbol), 1), self, set);
}

/// a.update(b, c), a.intersection_update(b), a.difference_update(b), a.symmetric_difference_update(b): the
/// operation in place. A set that is combined with what is not known holds nothing known.
template <char kSymbol>
Value set_change(Evaluator& e, const Value& self, Arguments& a) {
    constexpr std::string_view kSymbols = "|&-^";
    for (const Value& each : a.positional) {
        Arguments other;
        other.positional = {each};
        const Value set = make_set(e, Value::none(), other);
        if (e.is_interrupted()) return Value::none();
        const Value changed =
            set.is(Type::Set) ? binary(e, kSymbols.substr(kSymbols.find(kSymbol), 1), self, set) : set;
        if (e.is_interrupted()) return Value::none();
        if (!changed.is(Type::Set)) {
            self.as<Dict>().default_factory = changed;
            return Value::none();
        }
        const std::vector<Dict::Entry> entries = changed.as<Dict>().entries;
        dict_clear(e, self, other);
        for (const Dict::Entry& entry : entries) {
            if (!entry.is_removed) self.as<Dict>().set(*key_of(entry.key), entry.key, Value::none());
        }
    }
    return Value::none();
}

/// a.isdisjoint(b)
Value set_is_disjoint(Evaluator& e, const Value& self, Arguments& a) {
    const Value common = set_operation<'&'>(e, self, a);
    return common.is(Type::Set) ? Value::of(common.as<Dict>().size == 0) : common;
}

/// Removes an item of a set, which must be there.
Value set_remove(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.size() != 1 || a.positional[0].is_unknown()) return not_evaluated(e, "remove");
    const std::optional<std::string> key = key_of(a.positional[0]);
    if (!key) return not_evaluated(e, "remove");
    if (!self.as<Dict>().remove(*key)) return e.raise("KeyError", represent(e, a.positional[0]));
    return Value::none();
}

/// a.issubset(b), a.issuperset(b).
template <bool kIsSubset>
Value set_includes(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.size() != 1) return not_evaluated(e, "issubset");
    const Value other = make_set(e, Value::none(), a);
    if (e.is_interrupted() || !other.is(Type::Set)) return other;
    return kIsSubset ? compare(e, "<=", self, other) : compare(e, ">=", self, other);
}

/// popitem(last=True)
Value dict_pop_item(Evaluator& e, const Value& self, Arguments& a) {
    Dict& dict = self.as<Dict>();
    if (!e.step((dict.entries.size() - dict.size) / 4))
        return Value::none();  // looks through what was removed
    const Value* last = a.get(0, "last");
    const bool is_last = last == nullptr || decide(e, *last) != Truth::False;
    const auto is_there = [](const Dict::Entry& each) { return !each.is_removed; };
    std::optional<Dict::Entry> entry;
    if (is_last) {
        const auto found = std::find_if(dict.entries.rbegin(), dict.entries.rend(), is_there);
        if (found != dict.entries.rend()) entry = *found;
    } else {
        const auto found = std::find_if(dict.entries.begin(), dict.entries.end(), is_there);
        if (found != dict.entries.end()) entry = *found;
    }
    if (!entry) return e.raise("KeyError", "'popitem(): dictionary is empty'");
    dict.remove(*key_of(entry->key));
    return e.tuple({entry->key, entry->value});
}

/// move_to_end(key, last=True)
Value dict_move_to_end(Evaluator& e, const Value& self, Arguments& a) {
    Dict& dict = self.as<Dict>();
    const Value *key = a.get(0, "key"), *last = a.get(1, "last");
    const std::optional<std::string> wanted = key != nullptr ? key_of(*key) : std::nullopt;
    if (!wanted) return not_evaluated(e, "move_to_end");
    if (!e.count_items(dict.entries.size())) return Value::none();
    std::vector<Dict::Entry> entries;
    for (const Dict::Entry& each : dict.entries) {
        if (!each.is_removed) entries.push_back(each);
    }
    const auto found = std::find_if(entries.begin(), entries.end(),
                                    [&](const Dict::Entry& each) { return key_of(each.key) == wanted; });
    if (found == entries.end()) return e.raise("KeyError", represent(e, *key));
    if (last == nullptr || decide(e, *last) != Truth::False) {
        std::rotate(found, found + 1, entries.end());
    } else {
        std::rotate(entries.begin(), found, found + 1);
    }
    for (const Dict::Entry& each : entries) dict.remove(*key_of(each.key));
    for (const Dict::Entry& each : entries) dict.set(*key_of(each.key), each.key, each.value);
    return Value::none();
}

Value dict_item(Evaluator& e, const Value& self, Arguments& a) {
    return a.positional.size() == 1 ? item(e, self, a.positional[0]) : not_evaluated(e, "__getitem__");
}

Value dict_set_item(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.size() != 2) return not_evaluated(e, "__setitem__");
    set_item(e, self, a.positional[0], a.positional[1]);
    return Value::none();
}

Value dict_delete_item(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.size() != 1) return not_evaluated(e, "__delitem__");
    delete_item(e, self, a.positional[0]);
    return Value::none();
}

constexpr BuiltinRow kDictMethodsRows[] = {
    {"get", dict_get},
    {"__getitem__", dict_item},
    {"__setitem__", dict_set_item},
    {"__delitem__", dict_delete_item},
    {"setdefault", dict_set_default},
    {"keys", dict_part<Part::Keys>},
    {"values", dict_part<Part::Values>},
    {"items", dict_part<Part::Items>},
    {"pop", dict_pop},
    {"popitem", dict_pop_item},
    {"move_to_end", dict_move_to_end},
    {"update", dict_update},
    {"copy", dict_copy},
    {"clear", dict_clear},
};

constexpr BuiltinRow kSetMethodsRows[] = {
    {"remove", set_remove},
    {"issubset", set_includes<true>},
    {"issuperset", set_includes<false>},
    {"add", set_add},
    {"discard", set_discard},
    {"copy", dict_copy},
    {"clear", dict_clear},
    {"union", set_operation<'|'>},
    {"intersection", set_operation<'&'>},
    {"difference", set_operation<'-'>},
    {"symmetric_difference", set_operation<'^'>},
    {"update", set_change<'|'>},
    {"intersection_update", set_change<'&'>},
    {"difference_update", set_change<'-'>},
    {"symmetric_difference_update", set_change<'^'>},
    {"isdisjoint", set_is_disjoint},
};

}  // namespace

const std::span<const BuiltinRow> kDictMethods = kDictMethodsRows;
const std::span<const BuiltinRow> kSetMethods = kSetMethodsRows;

Value make_dict(Evaluator& e, const Value&, Arguments& a) {
    const Value dict = e.dict();
    Value result;
    if (!a.positional.empty() && !add_entries(e, dict, a.positional[0], &result)) return result;
    for (const auto& [name, value] : a.named) set_item(e, dict, e.text(name), value);
    return dict;
}

}  // namespace paramscope::open::python
