// torch.nn.Module: its methods, and what registers itself when it is assigned.
#include <algorithm>
#include <set>

#include "base/concat.h"
#include "layers/catalogue/catalogue.h"
#include "open/python/builtins/builtins.h"
#include "open/python/modules/layer_arguments.h"
#include "open/python/modules/modules.h"
#include "open/python/state/evaluator.h"
#include "open/python/state/interpreter.h"
#include "open/python/torch/data_types.h"
#include "open/python/torch/torch.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {

bool is_module(const Value& value) {
    return value.is(Type::Instance) && value.instance().module != nullptr;
}

Value initialize_module(Evaluator&, const Value& self, Arguments&) {
    if (is_module(self)) self.instance().module->was_initialized = true;
    return Value::none();
}

void add_child(Evaluator& e, InstanceObject& parent, std::string_view name, const Value& child) {
    e.count_items(1);
    e.early_calls.module_changes++;
    parent.module->children.set(name, child);
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

namespace {

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
    if (trains != nullptr && decide(e, *trains) == Truth::False) tensor->is_trainable = false;
    return Value::of(Type::Tensor, tensor);
}

// Methods of nn.Module --------------------------------------------------------------------------------------

Value self_method(Evaluator&, const Value& self, Arguments&) {
    return self;
}

/// half(), double(), bfloat16(), type(torch.float16).
Value convert(Evaluator& e, const Value& self, Arguments& a) {
    note_conversion(e, a.get(0, "dst_type"));
    return self;
}

/// to(device), to(torch.float16), to(device, dtype=...): of a module.
Value move_or_convert(Evaluator& e, const Value& self, Arguments& a) {
    for (const Value& each : a.positional) {
        const bool is_type = each.is(Type::Opaque) && each.as<OpaqueObject>().name.starts_with("torch.");
        if (is_type) note_conversion(e, &each);
    }
    if (const Value* type = a.find("dtype")) note_conversion(e, type);
    return self;
}

Value nothing(Evaluator&, const Value&, Arguments&) {
    return Value::none();
}

Value register_child(Evaluator& e, const Value& self, Arguments& a) {
    const Value *name = a.get(0, "name"), *module = a.get(1, "module");
    if (name == nullptr || module == nullptr)
        return e.raise("TypeError", "add_module() missing required arguments");
    e.decisions.decide_by(*name);
    if (!name->is(Type::Str)) {
        self.instance().module->doubts.push_back(
            name->is_unknown() ? *name
                               : e.unknown(message("python.unknown_method", {{"name", "add_module"}})));
        return Value::none();
    }
    if (!is_module(*module) && !module->is_unknown() && !module->is(Type::None))
        return e.raise("TypeError", concat(type_name(*module), " is not a Module subclass"));
    self.instance().attributes.remove(name->str());
    add_child(e, self.instance(), name->str(), *module);
    return Value::none();
}

Value register_buffer(Evaluator& e, const Value& self, Arguments& a) {
    const Value *name = a.get(0, "name"), *tensor = a.get(1, "tensor");
    if (name == nullptr || tensor == nullptr)
        return e.raise("TypeError", "register_buffer() missing required arguments");
    e.decisions.decide_by(*name);
    if (!name->is(Type::Str)) {
        self.instance().module->doubts.push_back(
            e.unknown(message("python.unknown_method", {{"name", "register_buffer"}})));
        return Value::none();
    }
    Value value = *tensor;
    if (value.is_unknown()) value = tensor_of_unknown_shape(e, value);
    if (value.is(Type::Tensor) && value.tensor().is_parameter) {
        // A buffer, whatever it was made as: optimizers and parameters() do not see it.
        auto* copy = e.make<TensorObject>();
        *copy = value.tensor();
        copy->is_parameter = false;
        value = Value::of(Type::Tensor, copy);
    }
    self.instance().module->buffers.set(name->str(), value);
    return Value::none();
}

Value register_parameter(Evaluator& e, const Value& self, Arguments& a) {
    const Value *name = a.get(0, "name"), *parameter = a.get(1, "param");
    if (name == nullptr || parameter == nullptr)
        return e.raise("TypeError", "register_parameter() missing required arguments");
    if (!name->is(Type::Str)) {
        self.instance().module->doubts.push_back(
            e.unknown(message("python.unknown_method", {{"name", "register_parameter"}})));
        return Value::none();
    }
    ModuleState& state = *self.instance().module;
    if (state.is_layer_bound && set_module_attribute(e, self.instance(), name->str(), *parameter))
        return Value::none();
    if (parameter->is(Type::None))
        state.parameters.set(name->str(), Value::none());
    else
        add_parameter(e, self.instance(), name->str(), *parameter);
    return Value::none();
}

template <bool kWithNames>
Value child_modules(Evaluator& e, const Value& self, Arguments&) {
    std::vector<Value> found;
    e.decisions.decide_by(self.instance().module->length);
    for (const auto& [name, child] : self.instance().module->children.entries) {
        if (child.is(Type::None)) continue;
        found.push_back(kWithNames ? e.tuple({e.text(name), child}) : child);
    }
    return e.list(std::move(found));
}

/// All modules below one with their paths, each once where `seen` is given; `decided` is what their number
/// depends on.
void collect_named(Evaluator& e, InstanceObject& module, const std::string& path,
                   std::set<const Object*>* seen, std::vector<std::pair<std::string, InstanceObject*>>& found,
                   const Polynomial** decided, int depth = 0) {
    if ((seen != nullptr && !seen->insert(&module).second) || !e.step()) return;
    if (depth > kDeepestEvaluation) return void(e.stop(message("python.too_deep")));
    *decided = e.decisions.derived(*decided, module.module->length);
    found.emplace_back(path, &module);
    for (const auto& [name, child] : module.module->children.entries) {
        if (is_module(child))
            collect_named(e, child.instance(), path.empty() ? name : concat(path, ".", name), seen, found,
                          decided, depth + 1);
    }
}

/// False for `remove_duplicate=False`.
bool takes_each_once(Evaluator& e, const Arguments& a) {
    const Value* given = a.get(2, "remove_duplicate");
    return given == nullptr || decide(e, *given) != Truth::False;
}

/// The prefix of names, an argument of that position.
std::string prefix_of(const Arguments& a, std::size_t position) {
    const Value* given = a.get(position, "prefix");
    return given != nullptr && given->is(Type::Str) ? given->str() : std::string();
}

/// modules(), named_modules(memo=None, prefix='', remove_duplicate=True).
template <bool kWithNames>
Value all_modules(Evaluator& e, const Value& self, Arguments& a) {
    std::set<const Object*> seen;
    std::vector<std::pair<std::string, InstanceObject*>> modules;
    const Polynomial* decided = nullptr;
    collect_named(e, self.instance(), prefix_of(a, 1), takes_each_once(e, a) ? &seen : nullptr, modules,
                  &decided);
    std::vector<Value> found;
    for (const auto& [path, module] : modules) {
        const Value value = Value::of(Type::Instance, module);
        found.push_back(kWithNames ? e.tuple({e.text(path), value}) : value);
    }
    return e.list(std::move(found), decided);
}

/// parameters(recurse=True), named_parameters(prefix='', recurse=True, remove_duplicate=True).
template <bool kWithNames, bool kBuffers>
Value all_tensors(Evaluator& e, const Value& self, Arguments& a) {
    std::set<const Object*> seen, seen_tensors;
    std::vector<std::pair<std::string, InstanceObject*>> modules;
    const Polynomial* decided = nullptr;
    const Value* recurse = a.get(kWithNames ? 1 : 0, "recurse");
    const std::string prefix = kWithNames ? prefix_of(a, 0) : std::string();
    const bool is_each_once = takes_each_once(e, a);
    if (recurse != nullptr && decide(e, *recurse) == Truth::False)
        modules.emplace_back(prefix, &self.instance());
    else
        collect_named(e, self.instance(), prefix, is_each_once ? &seen : nullptr, modules, &decided);
    std::vector<Value> found;
    for (const auto& [path, module] : modules) {
        for (const auto& [name, tensor] : own_tensors(e, *module, true)) {
            if (!tensor.is(Type::Tensor) || tensor.tensor().is_parameter == kBuffers) continue;
            if (is_each_once && !seen_tensors.insert(tensor.object).second) continue;
            found.push_back(kWithNames
                                ? e.tuple({e.text(path.empty() ? name : concat(path, ".", name)), tensor})
                                : tensor);
        }
        if (e.is_interrupted()) break;
    }
    return e.list(std::move(found), decided);
}

/// Adds the tensors of a module and of those below to a dict; false when they are not all known.
bool add_state(Evaluator& e, InstanceObject& module, const std::string& prefix, const Value& state,
               int depth = 0) {
    if (!e.step() || depth > kDeepestEvaluation || prefix.size() > 4000) return false;
    const auto tensors = own_tensors(e, module, true);
    if (!module.module->doubts.empty() || e.is_interrupted()) return false;
    e.decisions.decide_by(module.module->length);
    for (const auto& [name, tensor] : tensors) {
        if (tensor.is(Type::Tensor)) set_item(e, state, e.text(prefix + name), tensor);
    }
    for (const auto& [name, child] : module.module->children.entries) {
        if (child.is_unknown()) return false;
        if (is_module(child) && !add_state(e, child.instance(), concat(prefix, name, "."), state, depth + 1))
            return false;
    }
    return true;
}

Value state_of(Evaluator& e, const Value& self, Arguments& a) {
    const Value state = e.dict();
    const bool is_known = a.positional.empty() && a.named.empty() && add_state(e, self.instance(), "", state);
    return is_known ? state : e.unknown(message("python.unknown_method", {{"name", "state_dict"}}));
}

void apply_below(Evaluator& e, InstanceObject& module, const Value& function,
                 std::set<const Object*>& above) {
    if (e.is_interrupted() || !e.step() || !above.insert(&module).second) return;
    if (above.size() > kDeepestEvaluation) return void(e.stop(message("python.too_deep")));
    const auto children = module.module->children.entries;
    for (const auto& [name, child] : children) {
        if (is_module(child)) apply_below(e, child.instance(), function, above);
    }
    above.erase(&module);
    if (!e.is_interrupted()) call(e, function, {Value::of(Type::Instance, &module)});
}

Value apply(Evaluator& e, const Value& self, Arguments& a) {
    std::set<const Object*> above;
    if (!a.positional.empty()) apply_below(e, self.instance(), a.positional[0], above);
    return self;
}

Value require_gradient(Evaluator& e, const Value& self, Arguments& a) {
    const bool trains = a.positional.empty() || decide(e, a.positional[0]) != Truth::False;
    std::vector<InstanceObject*> modules;
    collect_modules(self.instance(), modules);
    for (InstanceObject* module : modules) {
        for (const auto& [name, tensor] : own_tensors(e, *module, false)) {
            if (tensor.is(Type::Tensor)) tensor.tensor().is_trainable = trains;
        }
    }
    return self;
}

Value get_submodule(Evaluator& e, const Value& self, Arguments& a) {
    if (a.positional.empty() || !a.positional[0].is(Type::Str))
        return e.unknown(message("python.unknown_method", {{"name", "get_submodule"}}));
    Value at = self;
    std::string_view path = a.positional[0].str();
    while (!path.empty() && !e.is_interrupted()) {
        const std::size_t dot = path.find('.');
        at = attribute(e, at, path.substr(0, dot));
        path = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
    }
    return at;
}

/// set_submodule(path, module).
Value set_submodule(Evaluator& e, const Value& self, Arguments& a) {
    const bool has_path = a.positional.size() >= 2 && a.positional[0].is(Type::Str);
    if (!has_path) return e.unknown(message("python.unknown_method", {{"name", "set_submodule"}}));
    const std::string path = a.positional[0].str();
    const std::size_t dot = path.rfind('.');
    Arguments above;
    above.positional = {e.text(dot == std::string::npos ? "" : path.substr(0, dot))};
    const Value owner = get_submodule(e, self, above);
    if (!e.is_interrupted())
        set_attribute(e, owner, dot == std::string::npos ? path : path.substr(dot + 1), a.positional[1]);
    return Value::none();
}

/// A hook that runs elsewhere than in the forward pass; what is given takes it away again.
Value ignore_hook(Evaluator& e, const Value&, Arguments&) {
    return e.opaque("torch.utils.hooks.RemovableHandle");
}

/// Keeps a hook that the forward pass calls. What one with other arguments does is not known. The list is a
/// new one, so that what a forward pass registers is undone with it.
Value add_hook(Evaluator& e, std::string_view list, const Value& self, Arguments& a) {
    InstanceObject& module = self.instance();
    if (a.positional.size() != 1 || !a.named.empty()) {
        module.module->has_hook = true;
        return ignore_hook(e, self, a);
    }
    const Value* before = module.attributes.find(list);
    std::vector<Value> hooks =
        before != nullptr && before->is(Type::List) ? before->items() : std::vector<Value>();
    hooks.push_back(a.positional[0]);
    module.attributes.set(list, e.list(std::move(hooks)));
    Arguments handle;
    handle.positional = {self, e.text(std::string(list)), a.positional[0]};
    return call(e, attribute(e, usual_meaning(e, "nn"), "_HookHandle"), handle);
}

Value add_forward_hook(Evaluator& e, const Value& self, Arguments& a) {
    return add_hook(e, kForwardHooks, self, a);
}

Value add_forward_pre_hook(Evaluator& e, const Value& self, Arguments& a) {
    return add_hook(e, kForwardPreHooks, self, a);
}

Value not_evaluated(Evaluator& e, const Value& self, Arguments& a) {
    if (e.tracer != nullptr && is_module(self)) return e.tracer->call_inherited(self.instance(), a);
    return tensor_of_unknown_shape(e, e.unknown(message("python.unknown_forward")));
}

Value unknown_result(Evaluator& e, const Value&, Arguments&) {
    return e.unknown(message("python.unknown_forward"));
}

/// module.__getattr__('name')
Value get_attribute(Evaluator& e, const Value& self, Arguments& a) {
    const bool has_name = a.positional.size() == 1 && a.positional[0].is(Type::Str);
    return has_name ? attribute(e, self, a.positional[0].str())
                    : e.unknown(message("python.unknown_method", {{"name", "__getattr__"}}));
}

constexpr BuiltinRow kModuleMethods[] = {
    {"add_module", register_child},
    {"register_module", register_child},
    {"register_buffer", register_buffer},
    {"register_parameter", register_parameter},
    {"children", child_modules<false>},
    {"named_children", child_modules<true>},
    {"modules", all_modules<false>},
    {"named_modules", all_modules<true>},
    {"parameters", all_tensors<false, false>},
    {"named_parameters", all_tensors<true, false>},
    {"buffers", all_tensors<false, true>},
    {"named_buffers", all_tensors<true, true>},
    {"apply", apply},
    {"requires_grad_", require_gradient},
    {"get_submodule", get_submodule},
    {"get_parameter", get_submodule},
    {"get_buffer", get_submodule},
    {"set_submodule", set_submodule},
    {"to", move_or_convert},
    {"type", convert},
    {"to_empty", self_method},
    {"xpu", self_method},
    {"ipu", self_method},
    {"mtia", self_method},
    {"_apply", self_method},
    {"cuda", self_method},
    {"cpu", self_method},
    {"eval", self_method},
    {"train", self_method},
    {"half", convert},
    {"float", self_method},
    {"double", convert},
    {"bfloat16", convert},
    {"share_memory", self_method},
    {"zero_grad", nothing},
    {"load_state_dict", nothing},
    {"register_forward_hook", add_forward_hook},
    {"register_forward_pre_hook", add_forward_pre_hook},
    {"register_backward_hook", ignore_hook},
    {"register_full_backward_hook", ignore_hook},
    {"register_full_backward_pre_hook", ignore_hook},
    {"register_load_state_dict_pre_hook", ignore_hook},
    {"_register_load_state_dict_pre_hook", ignore_hook},
    {"register_load_state_dict_post_hook", ignore_hook},
    {"register_state_dict_pre_hook", ignore_hook},
    {"register_state_dict_post_hook", ignore_hook},
    {"_register_state_dict_hook", ignore_hook},
    {"_load_from_state_dict", nothing},
    {"_save_to_state_dict", nothing},
    {"get_extra_state", nothing},
    {"set_extra_state", nothing},
    {"compile", nothing},
    {"reset_parameters", nothing},
    {"_reset_parameters", nothing},
    {"init_weights", nothing},
    {"state_dict", state_of},
    {"forward", not_evaluated},
    {"__call__", not_evaluated},
    {"__getattr__", get_attribute},
    {"extra_repr", unknown_result},
    {"_get_name", unknown_result},
    {"__init__", initialize_module},
};
}  // namespace

BuiltinFunction find_module_method(const ClassObject& cls, std::string_view name) {
    if (const BuiltinFunction found = find_container_method(cls, name)) return found;
    const auto* row = std::find_if(std::begin(kModuleMethods), std::end(kModuleMethods),
                                   [&](const BuiltinRow& each) { return each.name == name; });
    return row == std::end(kModuleMethods) ? nullptr : row->function;
}

void add_module_classes(Evaluator& e) {
    const auto add = [&](std::string_view name, ClassObject* base, BuiltinFunction initialize) {
        ClassObject* cls = add_class(e, std::string(name), {base});
        if (initialize != nullptr) cls->attributes.set("__init__", e.builtin("__init__", initialize));
        e.definitions.builtin_classes.emplace(cls->name, cls);
        return cls;
    };
    e.known.module = add("Module", e.known.object, initialize_module);
    e.known.sequential = add("Sequential", e.known.module, initialize_sequential);
    e.known.module_list = add("ModuleList", e.known.module, initialize_list);
    e.known.module_dict = add("ModuleDict", e.known.module, initialize_dict);
    e.known.parameter_list = add("ParameterList", e.known.module, initialize_parameter_list);
    e.known.parameter_dict = add("ParameterDict", e.known.module, initialize_parameter_dict);
    ClassObject* tensor = add("Tensor", e.known.object, nullptr);
    tensor->makes = Type::Tensor;
    tensor->construct = find_torch_function("Tensor");
    e.known.parameter = add("Parameter", tensor, nullptr);
    e.known.parameter->construct = make_parameter;
    e.known.parameter->makes = Type::Tensor;
}

void collect_modules(InstanceObject& module, std::vector<InstanceObject*>& found) {
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
