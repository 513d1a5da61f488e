// torch.nn: modules, what registers itself in them, containers, and layers by the catalogue's signatures.
#include <algorithm>
#include <set>

#include "base/concat.h"
#include "layers/catalogue.h"
#include "open/python/evaluator.h"
#include "open/python/layer_arguments.h"

namespace paramscope::open::python {
namespace {

bool is_module(const Value& value) {
    return value.is(Type::Instance) && value.instance().module != nullptr;
}

bool is_class(const ClassObject& cls, std::string_view name) {
    return std::any_of(cls.order.begin(), cls.order.end(), [&](const ClassObject* each) {
        return each->is_library && each->definition == nullptr && each->name == name && each->layer.empty();
    });
}

Value initialize_module(Evaluator&, const Value& self, Arguments&) {
    if (is_module(self)) self.instance().module->was_initialized = true;
    return Value::none();
}

void add_child(Evaluator& e, InstanceObject& parent, std::string_view name, const Value& child) {
    e.count_items(1);
    parent.module->children.set(name, child);
}

std::string next_name(const InstanceObject& list) {
    return std::to_string(list.module->children.entries.size());
}

/// Adds all modules of an iterable; what is unknown becomes a doubt.
void add_children(Evaluator& e, InstanceObject& list, const Value& iterable) {
    Value reason;
    const Polynomial* length = nullptr;
    const auto items = e.iterate(iterable, &reason, &length);
    if (e.is_interrupted()) return;
    if (!items) {
        list.module->doubts.push_back(reason);
        return;
    }
    if (list.module->children.entries.empty()) {
        list.module->length = length;
    } else if (length != nullptr || list.module->length != nullptr) {
        e.decide_by(length);
        e.decide_by(list.module->length);
        list.module->length = nullptr;
    }
    for (const Value& each : *items) add_child(e, list, next_name(list), each);
}

Value initialize_sequential(Evaluator& e, const Value& self, Arguments& a) {
    initialize_module(e, self, a);
    InstanceObject& list = self.instance();
    if (a.positional.size() == 1 && a.positional[0].is(Type::Dict)) {
        for (const Dict::Entry& entry : a.positional[0].as<Dict>().entries) {
            if (!entry.is_removed) add_child(e, list, e.to_text(entry.key), entry.value);
        }
        return Value::none();
    }
    for (const Value& each : a.positional) {
        if (each.is(Type::Opaque)) {
            list.module->doubts.push_back(e.unknown(message("python.unknown_call", {{"type", each.as<OpaqueObject>().name}})));
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

void add_named(Evaluator& e, InstanceObject& dict, const Value& entries) {
    if (entries.is(Type::Dict)) {
        for (const Dict::Entry& entry : entries.as<Dict>().entries) {
            if (!entry.is_removed) add_child(e, dict, e.to_text(entry.key), entry.value);
        }
        return;
    }
    Value reason;
    const auto items = e.iterate(entries, &reason);
    if (!items) {
        if (!e.is_interrupted()) dict.module->doubts.push_back(reason);
        return;
    }
    for (const Value& pair : *items) {
        if ((pair.is(Type::Tuple) || pair.is(Type::List)) && pair.items().size() == 2)
            add_child(e, dict, e.to_text(pair.items()[0]), pair.items()[1]);
    }
}

Value initialize_dict(Evaluator& e, const Value& self, Arguments& a) {
    initialize_module(e, self, a);
    if (const Value* modules = a.get(0, "modules"); modules != nullptr && !modules->is(Type::None))
        add_named(e, self.instance(), *modules);
    return Value::none();
}

void add_parameter(Evaluator& e, InstanceObject& owner, const std::string& name, const Value& value) {
    if (value.is(Type::Tensor)) {
        if (!value.tensor().is_parameter) {
            auto* copy = e.make<TensorObject>();
            *copy = value.tensor();
            copy->is_parameter = true;
            owner.module->parameters.set(name, Value::of(Type::Tensor, copy));
        } else {
            owner.module->parameters.set(name, value);
        }
    } else if (value.is_unknown()) {
        owner.module->doubts.push_back(value);
    }
}

Value initialize_parameter_list(Evaluator& e, const Value& self, Arguments& a) {
    initialize_module(e, self, a);
    if (a.positional.empty()) return Value::none();
    Value reason;
    const auto items = e.iterate(a.positional[0], &reason);
    if (!items) {
        if (!e.is_interrupted()) self.instance().module->doubts.push_back(reason);
        return Value::none();
    }
    for (const Value& each : *items)
        add_parameter(e, self.instance(), std::to_string(self.instance().module->parameters.entries.size()), each);
    return Value::none();
}

Value initialize_parameter_dict(Evaluator& e, const Value& self, Arguments& a) {
    initialize_module(e, self, a);
    if (a.positional.empty()) return Value::none();
    if (!a.positional[0].is(Type::Dict)) {
        self.instance().module->doubts.push_back(e.unknown(message("python.unknown_method", {{"name", "ParameterDict"}})));
        return Value::none();
    }
    for (const Dict::Entry& entry : a.positional[0].as<Dict>().entries) {
        if (!entry.is_removed) add_parameter(e, self.instance(), e.to_text(entry.key), entry.value);
    }
    return Value::none();
}

Value make_parameter(Evaluator& e, const Value&, Arguments& a) {
    const Value* data = a.get(0, "data");
    const Value* trains = a.get(1, "requires_grad");
    auto* tensor = e.make<TensorObject>();
    tensor->span = e.place();
    if (data == nullptr) {
        tensor->shape = {Value::of(0)};
    } else if (data->is(Type::Tensor)) {
        *tensor = data->tensor();
        tensor->is_trainable = true;
    } else if (data->is_unknown() || data->is(Type::Opaque)) {
        tensor->is_shape_known = false;
        tensor->shape_reason = data->is_unknown() ? *data : e.unknown(message("python.unknown_sizes"));
    } else {
        return e.raise("TypeError", concat("Parameter data must be a Tensor, not ", type_name(*data)));
    }
    tensor->is_parameter = true;
    if (trains != nullptr && e.decide(*trains) == Truth::False) tensor->is_trainable = false;
    return Value::of(Type::Tensor, tensor);
}

// Methods of nn.Module --------------------------------------------------------------------------------------

Value self_method(Evaluator&, const Value& self, Arguments&) {
    return self;
}

Value nothing(Evaluator&, const Value&, Arguments&) {
    return Value::none();
}

Value register_child(Evaluator& e, const Value& self, Arguments& a) {
    const Value *name = a.get(0, "name"), *module = a.get(1, "module");
    if (name == nullptr || module == nullptr) return e.raise("TypeError", "add_module() missing required arguments");
    e.decide_by(*name);
    if (!name->is(Type::Str)) {
        self.instance().module->doubts.push_back(name->is_unknown() ? *name : e.unknown(message("python.unknown_method", {{"name", "add_module"}})));
        return Value::none();
    }
    self.instance().attributes.remove(name->str());
    add_child(e, self.instance(), name->str(), *module);
    return Value::none();
}

Value register_buffer(Evaluator& e, const Value& self, Arguments& a) {
    const Value *name = a.get(0, "name"), *tensor = a.get(1, "tensor");
    if (name == nullptr || tensor == nullptr) return e.raise("TypeError", "register_buffer() missing required arguments");
    e.decide_by(*name);
    if (!name->is(Type::Str)) {
        self.instance().module->doubts.push_back(e.unknown(message("python.unknown_method", {{"name", "register_buffer"}})));
        return Value::none();
    }
    Value value = *tensor;
    if (value.is_unknown()) value = e.tensor_of_unknown_shape(value);
    self.instance().module->buffers.set(name->str(), value);
    return Value::none();
}

Value register_parameter(Evaluator& e, const Value& self, Arguments& a) {
    const Value *name = a.get(0, "name"), *parameter = a.get(1, "param");
    if (name == nullptr || parameter == nullptr) return e.raise("TypeError", "register_parameter() missing required arguments");
    if (!name->is(Type::Str)) {
        self.instance().module->doubts.push_back(e.unknown(message("python.unknown_method", {{"name", "register_parameter"}})));
        return Value::none();
    }
    if (parameter->is(Type::None)) self.instance().module->parameters.set(name->str(), Value::none());
    else add_parameter(e, self.instance(), name->str(), *parameter);
    return Value::none();
}

template <bool kWithNames>
Value child_modules(Evaluator& e, const Value& self, Arguments&) {
    std::vector<Value> found;
    e.decide_by(self.instance().module->length);
    for (const auto& [name, child] : self.instance().module->children.entries) {
        if (child.is(Type::None)) continue;
        found.push_back(kWithNames ? e.tuple({e.text(name), child}) : child);
    }
    return e.list(std::move(found));
}

/// All modules below one with their paths; `decided` is what their number depends on.
void collect_named(Evaluator& e, InstanceObject& module, const std::string& path, std::set<const Object*>& seen,
                   std::vector<std::pair<std::string, InstanceObject*>>& found, const Polynomial** decided, int depth = 0) {
    if (!seen.insert(&module).second || !e.step()) return;
    if (depth > kDeepestEvaluation) return void(e.stop(message("python.too_deep")));
    *decided = e.derived(*decided, module.module->length);
    found.emplace_back(path, &module);
    for (const auto& [name, child] : module.module->children.entries) {
        if (is_module(child)) collect_named(e, child.instance(), path.empty() ? name : concat(path, ".", name), seen, found, decided, depth + 1);
    }
}

template <bool kWithNames>
Value all_modules(Evaluator& e, const Value& self, Arguments&) {
    std::set<const Object*> seen;
    std::vector<std::pair<std::string, InstanceObject*>> modules;
    const Polynomial* decided = nullptr;
    collect_named(e, self.instance(), "", seen, modules, &decided);
    std::vector<Value> found;
    for (const auto& [path, module] : modules) {
        const Value value = Value::of(Type::Instance, module);
        found.push_back(kWithNames ? e.tuple({e.text(path), value}) : value);
    }
    return e.list(std::move(found), decided);
}

template <bool kWithNames, bool kBuffers>
Value all_tensors(Evaluator& e, const Value& self, Arguments&) {
    std::set<const Object*> seen, seen_tensors;
    std::vector<std::pair<std::string, InstanceObject*>> modules;
    const Polynomial* decided = nullptr;
    collect_named(e, self.instance(), "", seen, modules, &decided);
    std::vector<Value> found;
    for (const auto& [path, module] : modules) {
        for (const auto& [name, tensor] : e.own_tensors(*module, true)) {
            if (!tensor.is(Type::Tensor) || tensor.tensor().is_parameter == kBuffers) continue;
            if (!seen_tensors.insert(tensor.object).second) continue;
            found.push_back(kWithNames ? e.tuple({e.text(path.empty() ? name : concat(path, ".", name)), tensor}) : tensor);
        }
        if (e.is_interrupted()) break;
    }
    return e.list(std::move(found), decided);
}

void apply_below(Evaluator& e, InstanceObject& module, const Value& function, std::set<const Object*>& above) {
    if (e.is_interrupted() || !e.step() || !above.insert(&module).second) return;
    if (above.size() > kDeepestEvaluation) return void(e.stop(message("python.too_deep")));
    const auto children = module.module->children.entries;
    for (const auto& [name, child] : children) {
        if (is_module(child)) apply_below(e, child.instance(), function, above);
    }
    above.erase(&module);
    if (!e.is_interrupted()) e.call(function, {Value::of(Type::Instance, &module)});
}

Value apply(Evaluator& e, const Value& self, Arguments& a) {
    std::set<const Object*> above;
    if (!a.positional.empty()) apply_below(e, self.instance(), a.positional[0], above);
    return self;
}

Value require_gradient(Evaluator& e, const Value& self, Arguments& a) {
    const bool trains = a.positional.empty() || e.decide(a.positional[0]) != Truth::False;
    std::vector<InstanceObject*> modules;
    e.collect_modules(self.instance(), modules);
    for (InstanceObject* module : modules) {
        for (const auto& [name, tensor] : e.own_tensors(*module, false)) {
            if (tensor.is(Type::Tensor)) tensor.tensor().is_trainable = trains;
        }
    }
    return self;
}

Value get_submodule(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.empty() || !a.positional[0].is(Type::Str)) return e.unknown(message("python.unknown_method", {{"name", "get_submodule"}}));
    Value at = self;
    std::string_view path = a.positional[0].str();
    while (!path.empty() && !e.is_interrupted()) {
        const std::size_t dot = path.find('.');
        at = e.attribute(at, path.substr(0, dot));
        path = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
    }
    return at;
}

Value not_evaluated(Evaluator& e, const Value&, Arguments&) {
    return e.tensor_of_unknown_shape(e.unknown(message("python.unknown_forward")));
}

Value unknown_result(Evaluator& e, const Value&, Arguments&) {
    return e.unknown(message("python.unknown_forward"));
}

// Methods of containers -------------------------------------------------------------------------------------

Value append_module(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.size() != 1) return e.raise("TypeError", "append() takes one argument");
    InstanceObject& list = self.instance();
    e.note_append(&list, list.module->children.entries.size(), &list.module->length);
    add_child(e, list, next_name(list), a.positional[0]);
    return self;
}

Value extend_modules(Evaluator& e, const Value& self, Arguments& a) {
    if (!a.positional.empty()) add_children(e, self.instance(), a.positional[0]);
    return self;
}

Value insert_module(Evaluator& e, const Value& self, Arguments& a) {
    Attributes& children = self.instance().module->children;
    e.decide_by(self.instance().module->length);
    self.instance().module->length = nullptr;
    const auto index = a.positional.size() == 2 ? e.index_of(a.positional[0]) : std::nullopt;
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
    return Value::of(static_cast<Integer>(self.instance().module->children.entries.size()), self.instance().module->length);
}

Value list_items(Evaluator& e, const Value& self, Arguments&) {
    return e.list(child_values(self.instance()), self.instance().module->length);
}

/// A list or a Sequential with some of another one's modules, which keep their names in a Sequential.
Value list_item(Evaluator& e, const Value& self, Arguments& a) {
    InstanceObject& list = self.instance();
    if (a.positional.size() != 1) return Value::none();
    const Value& key = a.positional[0];
    if (!key.is(Type::Slice)) {
        e.decide_by(list.module->length);
        return e.item(e.tuple(child_values(list)), key);
    }
    e.decide_by(list.module->length);
    const auto positions = e.slice_positions(key.as<SliceObject>(), list.module->children.entries.size());
    if (!positions) return e.is_interrupted() ? Value::none() : e.unknown(message("python.unknown_method", {{"name", "slice"}}));
    auto* part = e.make<InstanceObject>();
    part->cls = list.cls;
    part->span = e.place();
    part->module = std::make_unique<ModuleState>();
    part->module->was_initialized = true;
    const bool keeps_names = is_class(*list.cls, "Sequential");
    for (const std::size_t at : *positions) {
        const auto& [name, child] = list.module->children.entries[at];
        add_child(e, *part, keeps_names ? name : next_name(*part), child);
    }
    return Value::of(Type::Instance, part);
}

Value set_list_item(Evaluator& e, const Value& self, Arguments& a) {
    InstanceObject& list = self.instance();
    e.decide_by(list.module->length);
    list.module->length = nullptr;
    const auto index = a.positional.size() == 2 ? e.index_of(a.positional[0]) : std::nullopt;
    const auto at = index ? Evaluator::position(*index, list.module->children.entries.size()) : std::nullopt;
    if (!at) return e.raise("IndexError", "index out of range");
    list.module->children.entries[*at].second = a.positional[1];
    return Value::none();
}

Value delete_list_item(Evaluator& e, const Value& self, Arguments& a) {
    InstanceObject& list = self.instance();
    e.decide_by(list.module->length);
    list.module->length = nullptr;
    std::vector<Value> all = child_values(list);
    const Value items = e.list(all);
    if (!a.positional.empty()) e.delete_item(items, a.positional[0]);
    if (e.is_interrupted()) return Value::none();
    list.module->children = Attributes();
    for (const Value& child : items.items()) add_child(e, list, next_name(list), child);
    return Value::none();
}

Value dict_item(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.size() != 1 || !a.positional[0].is(Type::Str)) return e.unknown(message("python.unknown_method", {{"name", "ModuleDict"}}));
    if (const Value* found = self.instance().module->children.find(a.positional[0].str())) return *found;
    if (const Value* found = self.instance().module->parameters.find(a.positional[0].str())) return *found;
    return e.raise("KeyError", e.represent(a.positional[0]));
}

Value set_dict_item(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.size() != 2 || !a.positional[0].is(Type::Str)) {
        self.instance().module->doubts.push_back(e.unknown(message("python.unknown_method", {{"name", "ModuleDict"}})));
        return Value::none();
    }
    e.decide_by(a.positional[0]);
    if (a.positional[1].is(Type::Tensor)) add_parameter(e, self.instance(), a.positional[0].str(), a.positional[1]);
    else add_child(e, self.instance(), a.positional[0].str(), a.positional[1]);
    return Value::none();
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
    for (const auto& [name, child] : self.instance().module->children.entries) pairs.push_back(e.tuple({e.text(name), child}));
    return e.list(std::move(pairs));
}

Value append_parameter(Evaluator& e, const Value& self, Arguments& a) {
    if (!a.positional.empty())
        add_parameter(e, self.instance(), std::to_string(self.instance().module->parameters.entries.size()), a.positional[0]);
    return self;
}

Value parameter_items(Evaluator& e, const Value& self, Arguments&) {
    std::vector<Value> all;
    for (const auto& [name, value] : self.instance().module->parameters.entries) all.push_back(value);
    return e.list(std::move(all));
}

Value parameter_item(Evaluator& e, const Value& self, Arguments& a) {
    return e.item(parameter_items(e, self, a), a.positional.empty() ? Value::none() : a.positional[0]);
}

Value parameter_count(Evaluator&, const Value& self, Arguments&) {
    return Value::of(self.instance().module->parameters.entries.size());
}

constexpr BuiltinRow kModuleMethods[] = {
    {"add_module", register_child}, {"register_module", register_child}, {"register_buffer", register_buffer},
    {"register_parameter", register_parameter}, {"children", child_modules<false>},
    {"named_children", child_modules<true>}, {"modules", all_modules<false>}, {"named_modules", all_modules<true>},
    {"parameters", all_tensors<false, false>}, {"named_parameters", all_tensors<true, false>},
    {"buffers", all_tensors<false, true>}, {"named_buffers", all_tensors<true, true>}, {"apply", apply},
    {"requires_grad_", require_gradient}, {"get_submodule", get_submodule}, {"to", self_method},
    {"cuda", self_method}, {"cpu", self_method}, {"eval", self_method}, {"train", self_method},
    {"half", self_method}, {"float", self_method}, {"double", self_method}, {"bfloat16", self_method},
    {"share_memory", self_method}, {"zero_grad", nothing}, {"load_state_dict", nothing},
    {"register_forward_hook", nothing}, {"register_forward_pre_hook", nothing},
    {"register_backward_hook", nothing}, {"register_full_backward_hook", nothing},
    {"reset_parameters", nothing}, {"_reset_parameters", nothing}, {"init_weights", nothing},
    {"state_dict", unknown_result}, {"forward", not_evaluated}, {"__call__", not_evaluated},
    {"extra_repr", unknown_result}, {"_get_name", unknown_result}, {"__init__", initialize_module},
};
constexpr BuiltinRow kListMethods[] = {
    {"append", append_module}, {"extend", extend_modules}, {"insert", insert_module}, {"__len__", list_length},
    {"__iter__", list_items}, {"__getitem__", list_item}, {"__setitem__", set_list_item},
    {"__delitem__", delete_list_item},
};
constexpr BuiltinRow kDictMethods[] = {
    {"__len__", list_length}, {"__iter__", dict_keys}, {"__getitem__", dict_item}, {"__setitem__", set_dict_item},
    {"keys", dict_keys}, {"values", list_items}, {"items", dict_items}, {"update", update_dict},
};
constexpr BuiltinRow kParameterListMethods[] = {
    {"append", append_parameter}, {"__len__", parameter_count}, {"__iter__", parameter_items},
    {"__getitem__", parameter_item},
};
constexpr BuiltinRow kParameterDictMethods[] = {
    {"__getitem__", dict_item}, {"__setitem__", set_dict_item}, {"__len__", parameter_count},
};

template <std::size_t kCount>
BuiltinFunction find_row(const BuiltinRow (&rows)[kCount], std::string_view name) {
    const auto* found = std::find_if(std::begin(rows), std::end(rows), [&](const BuiltinRow& row) { return row.name == name; });
    return found == std::end(rows) ? nullptr : found->function;
}

}  // namespace

BuiltinFunction find_module_method(const ClassObject& cls, std::string_view name) {
    BuiltinFunction found = nullptr;
    if (is_class(cls, "Sequential") || is_class(cls, "ModuleList")) found = find_row(kListMethods, name);
    else if (is_class(cls, "ModuleDict")) found = find_row(kDictMethods, name);
    else if (is_class(cls, "ParameterList")) found = find_row(kParameterListMethods, name);
    else if (is_class(cls, "ParameterDict")) found = find_row(kParameterDictMethods, name);
    return found != nullptr ? found : find_row(kModuleMethods, name);
}

void Evaluator::add_module_classes() {
    const auto add = [&](std::string_view name, ClassObject* base, BuiltinFunction initialize) {
        ClassObject* cls = add_class(std::string(name), {base});
        if (initialize != nullptr) cls->attributes.set("__init__", builtin("__init__", initialize));
        builtin_classes_.emplace(cls->name, cls);
        return cls;
    };
    known.module = add("Module", known.object, initialize_module);
    known.sequential = add("Sequential", known.module, initialize_sequential);
    known.module_list = add("ModuleList", known.module, initialize_list);
    known.module_dict = add("ModuleDict", known.module, initialize_dict);
    known.parameter_list = add("ParameterList", known.module, initialize_parameter_list);
    known.parameter_dict = add("ParameterDict", known.module, initialize_parameter_dict);
    ClassObject* tensor = add("Tensor", known.object, nullptr);
    tensor->makes = Type::Tensor;
    known.parameter = add("Parameter", tensor, nullptr);
    known.parameter->construct = make_parameter;
    known.parameter->makes = Type::Tensor;
}

ClassObject* Evaluator::layer_class(std::string_view type) {
    const auto made = layer_classes_.find(type);
    if (made != layer_classes_.end()) return made->second;
    const FoundLayer found = find_layer(type);
    if (found.rule == nullptr || found.rule->type != type || type == "None") return nullptr;
    ClassObject* cls = add_class(std::string(type), {known.module});
    cls->layer = type;
    cls->attributes.set("__init__", builtin("__init__", [](Evaluator& e, const Value& self, Arguments& a) {
        initialize_module(e, self, a);
        if (is_module(self)) e.bind_layer(self.instance(), a);
        return Value::none();
    }));
    layer_classes_.emplace(cls->name, cls);
    return cls;
}

namespace {

/// The catalogue's type that a class is or derives from; "" for none.
std::string_view layer_of(const ClassObject& cls) {
    for (const ClassObject* each : cls.order) {
        if (!each->layer.empty()) return each->layer;
    }
    return {};
}

}  // namespace

void Evaluator::bind_layer(InstanceObject& instance, python::Arguments& arguments) {
    const std::string_view type = layer_of(*instance.cls);
    const FoundLayer found = find_layer(type);
    if (found.signature == nullptr) return;
    const Signature& signature = *found.signature;
    ModuleState& state = *instance.module;
    state.is_layer_bound = true;
    state.layer_arguments.clear();
    if (signature.empty()) return;
    // Arguments of every layer that say where and how its tensors are kept.
    std::erase_if(arguments.named, [](const auto& each) { return each.first == "device" || each.first == "dtype"; });
    std::size_t at = 0;
    for (const Argument& parameter : signature) {
        const std::string_view name = parameter_name(parameter);
        const Value* given = at < arguments.positional.size() ? &arguments.positional[at++] : arguments.find(name);
        if (given != nullptr) {
            state.layer_arguments.emplace_back(name, *given);
        } else if (is_required(parameter)) {
            raise("TypeError", concat(type, ".__init__() missing 1 required positional argument: '", name, "'"));
            return;
        }
    }
    if (at < arguments.positional.size()) {
        state.doubts.push_back(unknown(message("python.layer_wrong", {{"type", type}})));
        return;
    }
    for (const auto& given : arguments.named) {
        const std::string& name = given.first;
        const bool is_known_name = std::any_of(signature.begin(), signature.end(), [&](const Argument& each) { return parameter_name(each) == name; });
        if (is_known_name) continue;
        raise("TypeError", concat(type, ".__init__() got an unexpected keyword argument '", name, "'"));
        return;
    }
}

std::vector<std::pair<std::string, Value>> Evaluator::own_tensors(InstanceObject& instance, bool with_buffers) {
    ModuleState& state = *instance.module;
    std::vector<std::pair<std::string, Value>> found;
    if (state.is_layer_bound) {
        if (!state.has_layer_tensors) make_layer_tensors(*this, instance, layer_of(*instance.cls));
        for (const auto& [name, tensor] : state.layer_tensors.entries) {
            const bool is_removed = std::find(state.removed_tensors.begin(), state.removed_tensors.end(), name) != state.removed_tensors.end();
            const bool is_buffer = tensor.is(Type::Tensor) && !tensor.tensor().is_parameter;
            if (!is_removed && (with_buffers || !is_buffer)) found.emplace_back(name, tensor);
        }
    }
    for (const auto& entry : state.parameters.entries) found.push_back(entry);
    if (with_buffers) found.insert(found.end(), state.buffers.entries.begin(), state.buffers.entries.end());
    return found;
}

namespace {

/// An argument as the layer keeps it: convolutions have a size for each dimension.
Value kept_argument(Evaluator& e, std::string_view layer, std::string_view name, const Value& value) {
    if (!value.is(Type::Int)) return value;
    if (name == "normalized_shape") return e.tuple({value});
    constexpr std::string_view kSizes[] = {"kernel_size", "stride", "padding", "dilation", "output_padding"};
    const bool is_size = std::find(std::begin(kSizes), std::end(kSizes), name) != std::end(kSizes);
    if (!is_size || layer.find("Conv") == std::string_view::npos || !layer.ends_with('d')) return value;
    return e.tuple(std::vector<Value>(static_cast<std::size_t>(layer[layer.size() - 2] - '0'), value));
}

}  // namespace

std::optional<Value> Evaluator::module_attribute(InstanceObject& instance, std::string_view name) {
    ModuleState& state = *instance.module;
    for (const Attributes* each : {&state.parameters, &state.buffers, &state.children}) {
        if (const Value* found = each->find(name)) return *found;
    }
    if (name == "training") return Value::of(true);
    if (!state.is_layer_bound) return std::nullopt;
    for (const auto& [argument, value] : state.layer_arguments) {
        if (argument == name && name != "bias") return kept_argument(*this, layer_of(*instance.cls), name, value);
    }
    if (!state.has_layer_tensors) make_layer_tensors(*this, instance, layer_of(*instance.cls));
    if (std::find(state.removed_tensors.begin(), state.removed_tensors.end(), name) != state.removed_tensors.end())
        return Value::none();
    if (const Value* found = state.layer_tensors.find(name)) return *found;
    if (name == "weight" || name == "bias") return Value::none();
    const FoundLayer found = find_layer(layer_of(*instance.cls));
    if (found.signature != nullptr) {
        for (const Argument& parameter : *found.signature) {
            if (parameter_name(parameter) == name && !is_required(parameter))
                return kept_argument(*this, layer_of(*instance.cls), name, value_of_argument(*this, parameter.value));
        }
    }
    if (find_module_method(*instance.cls, name) != nullptr || instance.cls->find(name) != nullptr) return std::nullopt;
    // A layer of PyTorch has more attributes than the catalogue knows.
    return unknown(message("python.unknown_attribute", {{"name", name}, {"type", instance.cls->name}}));
}

bool Evaluator::set_module_attribute(InstanceObject& instance, std::string_view name, const Value& value) {
    ModuleState& state = *instance.module;
    const auto remove_elsewhere = [&](Attributes* kept) {
        for (Attributes* each : {&state.parameters, &state.buffers, &state.children}) {
            if (each != kept) each->remove(name);
        }
        instance.attributes.remove(name);
    };
    const bool is_part = is_module(value) || (value.is(Type::Tensor) && value.tensor().is_parameter);
    if (is_part && !state.was_initialized) {
        raise("AttributeError", concat("cannot assign ", is_module(value) ? "module" : "parameters", " before Module.__init__() call"));
        return true;
    }
    if (is_module(value)) {
        remove_elsewhere(&state.children);
        state.children.set(name, value);
        return true;
    }
    if (state.is_layer_bound && !state.has_layer_tensors) make_layer_tensors(*this, instance, layer_of(*instance.cls));
    if (state.layer_tensors.find(name) != nullptr) {
        if (value.is(Type::Tensor) && value.tensor().is_parameter) {
            state.layer_tensors.set(name, value);
            std::erase(state.removed_tensors, std::string(name));
        } else if (value.is(Type::None)) {
            state.removed_tensors.emplace_back(name);
        } else {
            state.doubts.push_back(value.is_unknown() ? value : unknown(message("python.unknown_sizes")));
        }
        return true;
    }
    if (value.is(Type::Tensor) && value.tensor().is_parameter) {
        remove_elsewhere(&state.parameters);
        state.parameters.set(name, value);
        return true;
    }
    if (value.is_unknown() && !value.as<Unknown>().is_data) {
        remove_elsewhere(&state.children);
        state.children.set(name, value);
        return true;
    }
    for (Attributes* each : {&state.parameters, &state.buffers, &state.children}) {
        if (each->find(name) == nullptr) continue;
        if (value.is(Type::None) || (each == &state.buffers && value.is(Type::Tensor))) {
            each->set(name, value);
            return true;
        }
        if (each == &state.children) {
            raise("TypeError", concat("cannot assign '", type_name(value), "' as child module '", name, "' (torch.nn.Module or None expected)"));
            return true;
        }
    }
    return false;
}

Value Evaluator::copy_deep(const Value& value, std::map<const Object*, Value>& done) {
    if (value.type < Type::Tuple || is_interrupted() || !step()) return value;
    const auto found = done.find(value.object);
    if (found != done.end()) return found->second;
    if (depth_ >= kDeepestEvaluation) return stop(message("python.too_deep"));
    ++depth_;
    Value copy = value;
    const auto copy_all = [&](const Attributes& from, Attributes& into) {
        for (const auto& [name, each] : from.entries) into.set(name, copy_deep(each, done));
    };
    switch (value.type) {
        case Type::Tuple:
        case Type::List: {
            copy = list({}, value.as<Sequence>().length);
            copy.type = value.type;
            done.emplace(value.object, copy);
            if (count_items(value.items().size()))
                for (std::size_t i = 0; i < value.items().size(); ++i) copy.items().push_back(copy_deep(value.items()[i], done));
            break;
        }
        case Type::Dict:
        case Type::Set: {
            copy = dict();
            copy.type = value.type;
            done.emplace(value.object, copy);
            copy.as<Dict>().default_factory = value.as<Dict>().default_factory;
            for (const Dict::Entry& entry : value.as<Dict>().entries) {
                if (!entry.is_removed) copy.as<Dict>().set(*key_of(entry.key), entry.key, copy_deep(entry.value, done));
            }
            break;
        }
        case Type::Tensor: {
            auto* tensor = make<TensorObject>();
            *tensor = value.tensor();
            copy = Value::of(Type::Tensor, tensor);
            done.emplace(value.object, copy);
            break;
        }
        case Type::Instance: {
            const InstanceObject& from = value.instance();
            auto* into = make<InstanceObject>();
            into->cls = from.cls;
            into->span = from.span;
            copy = Value::of(Type::Instance, into);
            done.emplace(value.object, copy);
            if (from.module != nullptr) {
                into->module = std::make_unique<ModuleState>();
                into->module->layer_arguments = from.module->layer_arguments;
                into->module->is_layer_bound = from.module->is_layer_bound;
                into->module->has_layer_tensors = from.module->has_layer_tensors;
                into->module->removed_tensors = from.module->removed_tensors;
                into->module->length = from.module->length;
                into->module->doubts = from.module->doubts;
                into->module->was_initialized = from.module->was_initialized;
                copy_all(from.module->children, into->module->children);
                copy_all(from.module->parameters, into->module->parameters);
                copy_all(from.module->buffers, into->module->buffers);
                copy_all(from.module->layer_tensors, into->module->layer_tensors);
                copy_all(from.module->rule_tensors, into->module->rule_tensors);
            }
            copy_all(from.attributes, into->attributes);
            break;
        }
        default: break;
    }
    --depth_;
    return copy;
}

void Evaluator::collect_modules(InstanceObject& module, std::vector<InstanceObject*>& found) const {
    std::set<const InstanceObject*> seen = {&module};
    found.push_back(&module);
    for (std::size_t i = 0; i < found.size(); ++i) {
        InstanceObject* at = found[i];
        for (const auto& [name, child] : at->module->children.entries) {
            if (is_module(child) && seen.insert(&child.instance()).second) found.push_back(&child.instance());
        }
    }
}

}  // namespace paramscope::open::python
