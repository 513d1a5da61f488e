// Containers of torch.nn: Sequential, ModuleList, ModuleDict, ParameterList, ParameterDict.
#include <algorithm>

#include "base/concat.h"
#include "base/ranges.h"
#include "open/python/modules/modules.h"
#include "open/python/state/interpreter.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {
namespace {

bool is_class(const ClassObject& cls, std::string_view name) {
    return any_of(cls.order, [&](const ClassObject* each) {
        return each->is_library && each->definition == nullptr && each->name == name && each->layer.empty();
    });
}

std::string next_name(const InstanceObject& list) {
    return std::to_string(list.module->children.entries.size());
}

/// Adds all modules of an iterable; what is unknown becomes a doubt.
void add_children(Evaluator& e, InstanceObject& list, const Value& iterable) {
    Value reason;
    const Polynomial* length = nullptr;
    const auto items = iterate(e, iterable, &reason, &length);
    if (e.is_interrupted()) return;
    if (!items) {
        list.module->doubts.push_back(reason);
        return;
    }
    if (list.module->children.entries.empty()) {
        list.module->length = length;
    } else if (length != nullptr || list.module->length != nullptr) {
        e.decisions.decide_by(length);
        e.decisions.decide_by(list.module->length);
        list.module->length = nullptr;
    }
    for (const Value& each : *items) add_child(e, list, next_name(list), each);
}

void add_named(Evaluator& e, InstanceObject& dict, const Value& entries) {
    if (entries.is(Type::Dict)) {
        for (const Dict::Entry& entry : entries.as<Dict>().entries) {
            if (!entry.is_removed) add_child(e, dict, to_text(e, entry.key), entry.value);
        }
        return;
    }
    const bool is_module_dict = entries.is(Type::Instance) && entries.instance().module != nullptr &&
                                entries.instance().cls->derives_from(find_class(e, "ModuleDict"));
    if (is_module_dict) {
        const std::vector<Value>& doubts = entries.instance().module->doubts;
        dict.module->doubts.insert(dict.module->doubts.end(), doubts.begin(), doubts.end());
    }
    Value reason;
    const auto items = iterate(e, is_module_dict ? call_method(e, entries, "items") : entries, &reason);
    if (!items) {
        if (!e.is_interrupted()) dict.module->doubts.push_back(reason);
        return;
    }
    for (const Value& pair : *items) {
        if ((pair.is(Type::Tuple) || pair.is(Type::List)) && pair.items().size() == 2)
            add_child(e, dict, to_text(e, pair.items()[0]), pair.items()[1]);
    }
}

/// An entry of a ParameterList: a tensor, a module, or another value, which is a plain attribute.
const Value* find_entry(const InstanceObject& list, std::size_t index) {
    const std::string name = std::to_string(index);
    const Value* found = list.module->parameters.find(name);
    if (found == nullptr) found = list.module->children.find(name);
    return found != nullptr ? found : list.attributes.find(name);
}

std::size_t count_entries(const InstanceObject& list) {
    std::size_t count = list.module->parameters.entries.size() + list.module->children.entries.size();
    if (count > 0 && find_entry(list, count - 1) == nullptr) count = 0;  // other names are among them
    while (find_entry(list, count) != nullptr) ++count;
    return count;
}

std::vector<Value> entries_of(const InstanceObject& list) {
    std::vector<Value> entries;
    while (const Value* found = find_entry(list, entries.size())) entries.push_back(*found);
    return entries;
}

/// Sets an entry of a ParameterList or a ParameterDict.
void set_entry(Evaluator& e, InstanceObject& container, const std::string& name, const Value& value) {
    if (is_module(value))
        add_child(e, container, name, value);
    else if (value.is(Type::Tensor) || value.is_unknown())
        add_parameter(e, container, name, value);
    else
        container.attributes.set(name, value);
}

/// Adds all entries of an iterable to a ParameterList; what is unknown becomes a doubt.
void add_entries(Evaluator& e, InstanceObject& list, const Value& iterable) {
    Value reason;
    const auto items = iterate(e, iterable, &reason);
    if (!items && !e.is_interrupted()) list.module->doubts.push_back(reason);
    if (!items) return;
    std::size_t count = count_entries(list);
    for (const Value& each : *items) set_entry(e, list, std::to_string(count++), each);
}

}  // namespace

Value initialize_sequential(Evaluator& e, const Value& self, Arguments& a) {
    initialize_module(e, self, a);
    InstanceObject& list = self.instance();
    if (a.positional.size() == 1 && a.positional[0].is(Type::Dict)) {
        for (const Dict::Entry& entry : a.positional[0].as<Dict>().entries) {
            if (!entry.is_removed) add_child(e, list, to_text(e, entry.key), entry.value);
        }
        return Value::none();
    }
    for (const Value& each : a.positional) {
        if (each.is(Type::Opaque)) {
            list.module->doubts.push_back(
                e.unknown(message("python.unknown_call", {{"type", each.as<OpaqueObject>().name}})));
            continue;
        }
        if (!is_module(each) && !each.is_unknown() && !each.is(Type::None))
            return e.raise("TypeError", concat(type_name(each), " is not a Module subclass"));
        add_child(e, list, next_name(list), each);
    }
    list.module->length = a.length;
    return Value::none();
}

Value initialize_list(Evaluator& e, const Value& self, Arguments& a) {
    initialize_module(e, self, a);
    if (const Value* modules = a.get(0, "modules"); modules != nullptr && !modules->is(Type::None))
        add_children(e, self.instance(), *modules);
    return Value::none();
}

Value initialize_dict(Evaluator& e, const Value& self, Arguments& a) {
    initialize_module(e, self, a);
    if (const Value* modules = a.get(0, "modules"); modules != nullptr && !modules->is(Type::None))
        add_named(e, self.instance(), *modules);
    return Value::none();
}

Value initialize_parameter_list(Evaluator& e, const Value& self, Arguments& a) {
    initialize_module(e, self, a);
    if (const Value* values = a.get(0, "values"); values != nullptr && !values->is(Type::None))
        add_entries(e, self.instance(), *values);
    return Value::none();
}

Value initialize_parameter_dict(Evaluator& e, const Value& self, Arguments& a) {
    initialize_module(e, self, a);
    if (a.positional.empty()) return Value::none();
    if (!a.positional[0].is(Type::Dict)) {
        self.instance().module->doubts.push_back(
            e.unknown(message("python.unknown_method", {{"name", "ParameterDict"}})));
        return Value::none();
    }
    for (const Dict::Entry& entry : a.positional[0].as<Dict>().entries) {
        if (!entry.is_removed) set_entry(e, self.instance(), to_text(e, entry.key), entry.value);
    }
    return Value::none();
}

namespace {

Value append_module(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.size() != 1) return e.raise("TypeError", "append() takes one argument");
    InstanceObject& list = self.instance();
    note_append(e, &list, list.module->children.entries.size(), &list.module->length);
    add_child(e, list, next_name(list), a.positional[0]);
    return self;
}

Value extend_modules(Evaluator& e, const Value& self, Arguments& a) {
    if (!a.positional.empty()) add_children(e, self.instance(), a.positional[0]);
    return self;
}

Value insert_module(Evaluator& e, const Value& self, Arguments& a) {
    Attributes& children = self.instance().module->children;
    e.decisions.decide_by(self.instance().module->length);
    self.instance().module->length = nullptr;
    const auto index = a.positional.size() == 2 ? index_of(e, a.positional[0]) : std::nullopt;
    if (!index) return e.unknown(message("python.unknown_method", {{"name", "insert"}}));
    const auto size = static_cast<Integer>(children.entries.size());
    const Integer at = std::clamp(*index < 0 ? *index + size : *index, Integer{0}, size);
    std::vector<Value> all;
    for (const auto& [name, child] : children.entries) all.push_back(child);
    all.insert(all.begin() + static_cast<std::ptrdiff_t>(at), a.positional[1]);
    children = Attributes();
    for (const Value& child : all) add_child(e, self.instance(), next_name(self.instance()), child);
    return Value::none();
}

std::vector<Value> child_values(const InstanceObject& list) {
    std::vector<Value> all;
    for (const auto& [name, child] : list.module->children.entries) all.push_back(child);
    return all;
}

Value list_length(Evaluator&, const Value& self, Arguments&) {
    return Value::of(static_cast<Integer>(self.instance().module->children.entries.size()),
                     self.instance().module->length);
}

Value list_items(Evaluator& e, const Value& self, Arguments&) {
    return e.list(child_values(self.instance()), self.instance().module->length);
}

/// True for a slice that takes all children whatever their number is: layers[:num_layers] of that many.
bool takes_all(const SliceObject& slice, const InstanceObject& list) {
    const Polynomial* length = list.module->length;
    return slice.start.is(Type::None) && slice.step.is(Type::None) && length != nullptr &&
           (slice.stop.is(Type::None) || (slice.stop.formula != nullptr && *slice.stop.formula == *length));
}

/// A list or a Sequential without modules, of the class of another one.
InstanceObject& make_list_like(Evaluator& e, const InstanceObject& list) {
    auto* made = e.make<InstanceObject>();
    made->cls = list.cls;
    made->span = e.place();
    made->module = std::make_unique<ModuleState>();
    made->module->was_initialized = made->module->is_whole = true;
    e.note_module(*made);
    return *made;
}

/// `a + b` of two lists.
Value join_lists(Evaluator& e, const Value& self, Arguments& a) {
    InstanceObject& joined = make_list_like(e, self.instance());
    add_children(e, joined, self);
    if (!a.positional.empty()) add_children(e, joined, a.positional[0]);
    return Value::of(Type::Instance, &joined);
}

/// `list * times`: the same modules several times.
Value repeat_list(Evaluator& e, const Value& self, Arguments& a) {
    const auto times = a.positional.size() == 1 ? index_of(e, a.positional[0]) : std::nullopt;
    if (!times) return e.unknown(message("python.unknown_method", {{"name", "*"}}));
    e.decisions.decide_by(a.positional[0]);
    InstanceObject& repeated = make_list_like(e, self.instance());
    for (Integer i = 0; i < *times && !e.is_interrupted(); ++i) add_children(e, repeated, self);
    return Value::of(Type::Instance, &repeated);
}

/// A list or a Sequential with some of another one's modules, which keep their names in a Sequential.
Value list_item(Evaluator& e, const Value& self, Arguments& a) {
    InstanceObject& list = self.instance();
    if (a.positional.size() != 1) return Value::none();
    const Value& key = a.positional[0];
    if (!key.is(Type::Slice)) {
        e.decisions.decide_by(list.module->length);
        return item(e, e.tuple(child_values(list)), key);
    }
    const auto& slice = key.as<SliceObject>();
    const bool is_whole = takes_all(slice, list);
    if (!is_whole) e.decisions.decide_by(list.module->length);
    const auto positions =
        slice_positions(e, is_whole ? SliceObject() : slice, list.module->children.entries.size());
    if (!positions)
        return e.is_interrupted() ? Value::none()
                                  : e.unknown(message("python.unknown_method", {{"name", "slice"}}));
    InstanceObject& part = make_list_like(e, list);
    const bool keeps_names = is_class(*list.cls, "Sequential");
    for (const std::size_t at : *positions) {
        const auto& [name, child] = list.module->children.entries[at];
        add_child(e, part, keeps_names ? name : next_name(part), child);
    }
    if (is_whole) part.module->length = list.module->length;
    return Value::of(Type::Instance, &part);
}

Value set_list_item(Evaluator& e, const Value& self, Arguments& a) {
    InstanceObject& list = self.instance();
    e.decisions.decide_by(list.module->length);
    list.module->length = nullptr;
    const auto index = a.positional.size() == 2 ? index_of(e, a.positional[0]) : std::nullopt;
    const auto at = index ? position(*index, list.module->children.entries.size()) : std::nullopt;
    if (!at) return e.raise("IndexError", "index out of range");
    list.module->children.entries[*at].second = a.positional[1];
    return Value::none();
}

Value delete_list_item(Evaluator& e, const Value& self, Arguments& a) {
    InstanceObject& list = self.instance();
    e.decisions.decide_by(list.module->length);
    list.module->length = nullptr;
    std::vector<Value> all = child_values(list);
    const Value items = e.list(all);
    if (!a.positional.empty()) delete_item(e, items, a.positional[0]);
    if (e.is_interrupted()) return Value::none();
    list.module->children = Attributes();
    for (const Value& child : items.items()) add_child(e, list, next_name(list), child);
    return Value::none();
}

/// pop(index): takes a module out and gives it.
Value take_list_item(Evaluator& e, const Value& self, Arguments& a) {
    const Value found = list_item(e, self, a);
    if (!e.is_interrupted()) delete_list_item(e, self, a);
    return found;
}

Value dict_item(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.size() != 1 || !a.positional[0].is(Type::Str))
        return e.unknown(message("python.unknown_method", {{"name", "ModuleDict"}}));
    if (const Value* found = self.instance().module->children.find(a.positional[0].str())) return *found;
    if (const Value* found = self.instance().module->parameters.find(a.positional[0].str())) return *found;
    return e.raise("KeyError", represent(e, a.positional[0]));
}

Value set_dict_item(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.size() != 2 || !a.positional[0].is(Type::Str)) {
        self.instance().module->doubts.push_back(
            e.unknown(message("python.unknown_method", {{"name", "ModuleDict"}})));
        return Value::none();
    }
    e.decisions.decide_by(a.positional[0]);
    if (a.positional[1].is(Type::Tensor))
        add_parameter(e, self.instance(), a.positional[0].str(), a.positional[1]);
    else
        add_child(e, self.instance(), a.positional[0].str(), a.positional[1]);
    return Value::none();
}

/// pop(key), and `del parts[key]`: takes an entry out and gives it.
Value take_dict_item(Evaluator& e, const Value& self, Arguments& a) {
    const Value found = dict_item(e, self, a);
    if (e.is_interrupted()) return found;
    ModuleState& state = *self.instance().module;
    if (found.is_unknown()) {
        state.doubts.push_back(found);
        return found;
    }
    e.early_calls.module_changes++;
    if (!state.children.remove(a.positional[0].str())) state.parameters.remove(a.positional[0].str());
    return found;
}

Value clear_dict(Evaluator& e, const Value& self, Arguments&) {
    e.early_calls.module_changes++;
    self.instance().module->children = Attributes();
    self.instance().module->parameters = Attributes();
    return Value::none();
}

/// ParameterDict.get(key, default=None).
Value dict_item_or(Evaluator& e, const Value& self, Arguments& a) {
    const ModuleState& state = *self.instance().module;
    const bool is_name = !a.positional.empty() && a.positional[0].is(Type::Str);
    const bool has_item = is_name && (state.parameters.find(a.positional[0].str()) != nullptr ||
                                      state.children.find(a.positional[0].str()) != nullptr);
    if (is_name && !has_item) return a.positional.size() > 1 ? a.positional[1] : Value::none();
    Arguments key;
    if (!a.positional.empty()) key.positional = {a.positional[0]};
    return dict_item(e, self, key);
}

Value update_dict(Evaluator& e, const Value& self, Arguments& a) {
    if (!a.positional.empty()) add_named(e, self.instance(), a.positional[0]);
    return Value::none();
}

Value dict_keys(Evaluator& e, const Value& self, Arguments&) {
    std::vector<Value> names;
    for (const auto& [name, child] : self.instance().module->children.entries) names.push_back(e.text(name));
    return e.list(std::move(names));
}

Value dict_items(Evaluator& e, const Value& self, Arguments&) {
    std::vector<Value> pairs;
    for (const auto& [name, child] : self.instance().module->children.entries)
        pairs.push_back(e.tuple({e.text(name), child}));
    return e.list(std::move(pairs));
}

Value append_parameter(Evaluator& e, const Value& self, Arguments& a) {
    InstanceObject& list = self.instance();
    if (!a.positional.empty()) set_entry(e, list, std::to_string(count_entries(list)), a.positional[0]);
    return self;
}

Value extend_parameters(Evaluator& e, const Value& self, Arguments& a) {
    if (!a.positional.empty()) add_entries(e, self.instance(), a.positional[0]);
    return self;
}

Value parameter_items(Evaluator& e, const Value& self, Arguments&) {
    return e.list(entries_of(self.instance()));
}

Value parameter_item(Evaluator& e, const Value& self, Arguments& a) {
    const InstanceObject& list = self.instance();
    const bool is_index = a.positional.size() == 1 && a.positional[0].is_whole();
    if (const auto index = is_index ? index_of(e, a.positional[0]) : std::nullopt) {
        const auto at = position(*index, count_entries(list));
        if (const Value* found = at ? find_entry(list, *at) : nullptr) return *found;
    }
    return item(e, parameter_items(e, self, a), a.positional.empty() ? Value::none() : a.positional[0]);
}

Value set_parameter_item(Evaluator& e, const Value& self, Arguments& a) {
    InstanceObject& list = self.instance();
    const auto index = a.positional.size() == 2 ? index_of(e, a.positional[0]) : std::nullopt;
    const auto at = index ? position(*index, count_entries(list)) : std::nullopt;
    if (!at) return e.raise("IndexError", "index out of range");
    list.module->parameters.remove(std::to_string(*at));
    list.module->children.remove(std::to_string(*at));
    set_entry(e, list, std::to_string(*at), a.positional[1]);
    return Value::none();
}

Value parameter_count(Evaluator&, const Value& self, Arguments&) {
    return Value::of(static_cast<Integer>(count_entries(self.instance())));
}

/// The entries of a ParameterDict: tensors, then modules.
std::vector<std::pair<std::string, Value>> named_entries(const InstanceObject& dict) {
    std::vector<std::pair<std::string, Value>> entries = dict.module->parameters.entries;
    const auto& children = dict.module->children.entries;
    entries.insert(entries.end(), children.begin(), children.end());
    return entries;
}

Value named_count(Evaluator&, const Value& self, Arguments&) {
    return Value::of(static_cast<Integer>(named_entries(self.instance()).size()));
}

Value named_keys(Evaluator& e, const Value& self, Arguments&) {
    std::vector<Value> names;
    for (const auto& [name, value] : named_entries(self.instance())) names.push_back(e.text(name));
    return e.list(std::move(names));
}

Value named_values(Evaluator& e, const Value& self, Arguments&) {
    std::vector<Value> values;
    for (const auto& [name, value] : named_entries(self.instance())) values.push_back(value);
    return e.list(std::move(values));
}

Value named_items(Evaluator& e, const Value& self, Arguments&) {
    std::vector<Value> pairs;
    for (const auto& [name, value] : named_entries(self.instance()))
        pairs.push_back(e.tuple({e.text(name), value}));
    return e.list(std::move(pairs));
}

constexpr BuiltinRow kListMethods[] = {
    {"append", append_module},      {"extend", extend_modules},        {"insert", insert_module},
    {"__len__", list_length},       {"__iter__", list_items},          {"__getitem__", list_item},
    {"__setitem__", set_list_item}, {"__delitem__", delete_list_item}, {"pop", take_list_item},
    {"__add__", join_lists},        {"__mul__", repeat_list},          {"__rmul__", repeat_list},
};
constexpr BuiltinRow kDictMethods[] = {
    {"__len__", list_length},        {"__iter__", dict_keys}, {"__getitem__", dict_item},
    {"__setitem__", set_dict_item},  {"keys", dict_keys},     {"values", list_items},
    {"items", dict_items},           {"update", update_dict}, {"pop", take_dict_item},
    {"__delitem__", take_dict_item}, {"clear", clear_dict},
};
constexpr BuiltinRow kParameterListMethods[] = {
    {"append", append_parameter},  {"extend", extend_parameters},   {"__len__", parameter_count},
    {"__iter__", parameter_items}, {"__getitem__", parameter_item}, {"__setitem__", set_parameter_item},
};
constexpr BuiltinRow kParameterDictMethods[] = {
    {"__getitem__", dict_item}, {"__setitem__", set_dict_item}, {"__len__", named_count},
    {"__iter__", named_keys},   {"keys", named_keys},           {"values", named_values},
    {"items", named_items},     {"pop", take_dict_item},        {"__delitem__", take_dict_item},
    {"get", dict_item_or},      {"clear", clear_dict},
};

template <std::size_t kCount>
BuiltinFunction find_row(const BuiltinRow (&rows)[kCount], std::string_view name) {
    const auto* found = std::find_if(std::begin(rows), std::end(rows),
                                     [&](const BuiltinRow& row) { return row.name == name; });
    return found == std::end(rows) ? nullptr : found->function;
}

}  // namespace

BuiltinFunction find_container_method(const ClassObject& cls, std::string_view name) {
    if (is_class(cls, "Sequential") || is_class(cls, "ModuleList")) return find_row(kListMethods, name);
    if (is_class(cls, "ModuleDict")) return find_row(kDictMethods, name);
    if (is_class(cls, "ParameterList")) return find_row(kParameterListMethods, name);
    if (is_class(cls, "ParameterDict")) return find_row(kParameterDictMethods, name);
    return nullptr;
}

}  // namespace paramscope::open::python
