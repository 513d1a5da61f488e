// Dicts and sets.
#include "base/concat.h"
#include "open/python/effects/effects.h"
#include "open/python/state/interpreter.h"
#include "open/python/values/behaviour.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {

Value* find_entry(Evaluator& e, Dict& dict, const Value& key, const std::string& name) {
    Value* found = dict.find(name);
    if (found != nullptr || dict.file == nullptr) return found;
    if (key.is(Type::Str) && import_mentions(e, *dict.file, key.str())) found = dict.find(name);
    return found == nullptr && run_registers(e, *dict.file) ? dict.find(name) : found;
}

namespace {

Truth has_entries(Evaluator&, const Value& value) {
    const Dict& dict = value.as<Dict>();
    return dict.default_factory.is_unknown() ? Truth::Unknown : truth_of(dict.size != 0);
}

Value entry_count(Evaluator&, const Value& value) {
    const Dict& dict = value.as<Dict>();
    return dict.default_factory.is_unknown() ? dict.default_factory : Value::of(dict.size);
}

std::optional<std::vector<Value>> keys_of(Evaluator&, const Value& value, Value* reason, const Polynomial**) {
    std::vector<Value> keys;
    if (value.as<Dict>().default_factory.is_unknown()) {
        *reason = value.as<Dict>().default_factory;
        return std::nullopt;
    }
    for (const Dict::Entry& entry : value.as<Dict>().entries) {
        if (!entry.is_removed) keys.push_back(entry.key);
    }
    return keys;
}

Value dict_item(Evaluator& e, const Value& container, const Value& key) {
    Dict& dict = container.as<Dict>();
    if (!e.read(key)) return Value::none();
    const std::optional<std::string> name = key_of(key);
    if (!name) return refuse_key(e, key);
    e.decisions.decide_by(key);
    if (const Value* found = find_entry(e, dict, key, *name)) return *found;
    if (dict.default_factory.is(Type::None)) return e.raise("KeyError", represent(e, key));
    const Value& factory = dict.default_factory;
    if (factory.is(Type::Builtin) && factory.as<BuiltinObject>().name == "Counter") return Value::of(0);
    const Value made = call(e, dict.default_factory, std::vector<Value>{});
    if (!e.is_interrupted()) dict.set(*name, key, made);
    return made;
}

void set_dict_item(Evaluator& e, const Value& container, const Value& key, const Value& value) {
    Dict& dict = container.as<Dict>();
    if (key.is_unknown()) return forget_contents(e, container, key);
    if (!e.read(key)) return;
    const std::optional<std::string> name = key_of(key);
    if (!name) return void(refuse_key(e, key));
    e.decisions.decide_by(key);
    if (e.count_items(kItemsOfEntry)) dict.set(*name, key, value);
}

void delete_dict_item(Evaluator& e, const Value& container, const Value& key) {
    const std::optional<std::string> name = key_of(key);
    if (!name || !container.as<Dict>().remove(*name)) e.raise("KeyError", represent(e, key));
}

Truth has_key(Evaluator& e, const Value& container, const Value& key) {
    if (!e.read(key)) return Truth::Unknown;
    const std::optional<std::string> name = key_of(key);
    if (!name) return refuse_key(e, key), Truth::Unknown;
    Dict& dict = container.as<Dict>();
    const Value* found = find_entry(e, dict, key, *name);
    const bool is_certain = found != nullptr && !found->is_unknown();
    return dict.default_factory.is_unknown() && !is_certain ? Truth::Unknown : truth_of(found != nullptr);
}

Truth equal_dicts(Evaluator& e, const Value& left, const Value& right) {
    const Dict &a = left.as<Dict>(), &b = right.as<Dict>();
    if (a.size != b.size) return Truth::False;
    if (!e.step(a.entries.size())) return Truth::Unknown;
    for (const Dict::Entry& entry : a.entries) {
        if (entry.is_removed) continue;
        const auto found = b.index.find(*key_of(entry.key));
        if (found == b.index.end()) return Truth::False;
        if (left.is(Type::Set)) continue;
        const Truth same = equal_inside(e, entry.value, b.entries[found->second].value);
        if (same != Truth::True) return same;
    }
    return Truth::True;
}

std::string entries_text(Evaluator& e, const Value& value, int depth) {
    const Dict& dict = value.as<Dict>();
    if (value.is(Type::Set) && dict.size == 0) return "set()";
    std::string text = "{";
    for (const Dict::Entry& entry : dict.entries) {
        if (entry.is_removed || text.size() > kMostOutput) continue;
        if (text.size() > 1) text += ", ";
        text += represent(e, entry.key, depth + 1);
        if (value.is(Type::Dict)) text += concat(": ", represent(e, entry.value, depth + 1));
    }
    return text + "}";
}

}  // namespace

const Behaviour kDictBehaviour = {
    .name = "dict",
    .truth = has_entries,
    .length = entry_count,
    .items = keys_of,
    .item = dict_item,
    .set_item = set_dict_item,
    .delete_item = delete_dict_item,
    .contains = has_key,
    .equal = equal_dicts,
    .key = nullptr,
    .represent = entries_text,
    .methods = &kDictMethods,
};

const Behaviour kSetBehaviour = {
    .name = "set",
    .truth = has_entries,
    .length = entry_count,
    .items = keys_of,
    .contains = has_key,
    .equal = equal_dicts,
    .key = nullptr,
    .represent = entries_text,
    .methods = &kSetMethods,
};

}  // namespace paramscope::open::python
