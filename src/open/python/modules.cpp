// torch.nn.Module: its methods, and what registers itself when it is assigned.
#include <algorithm>
#include <set>

#include "base/concat.h"
#include "layers/catalogue.h"
#include "open/python/evaluator.h"
#include "open/python/forward.h"
#include "open/python/layer_arguments.h"
#include "open/python/modules.h"

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
    if (name == nullptr || module == nullptr)
        return e.raise("TypeError", "add_module() missing required arguments");
    e.decide_by(*name);
    if (!name->is(Type::Str)) {
        self.instance().module->doubts.push_back(
            name->is_unknown() ? *name
                               : e.unknown(message("python.unknown_method", {{"name", "add_module"}})));
        return Value::none();
    }
    self.instance().attributes.remove(name->str());
    add_child(e, self.instance(), name->str(), *module);
    return Value::none();
}

Value register_buffer(Evaluator& e, const Value& self, Arguments& a) {
    const Value *name = a.get(0, "name"), *tensor = a.get(1, "tensor");
    if (name == nullptr || tensor == nullptr)
        return e.raise("TypeError", "register_buffer() missing required arguments");
    e.decide_by(*name);
    if (!name->is(Type::Str)) {
        self.instance().module->doubts.push_back(
            e.unknown(message("python.unknown_method", {{"name", "register_buffer"}})));
        return Value::none();
    }
    Value value = *tensor;
    if (value.is_unknown()) value = e.tensor_of_unknown_shape(value);
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
    if (parameter->is(Type::None))
        self.instance().module->parameters.set(name->str(), Value::none());
    else
        add_parameter(e, self.instance(), name->str(), *parameter);
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
void collect_named(Evaluator& e, InstanceObject& module, const std::string& path,
                   std::set<const Object*>& seen, std::vector<std::pair<std::string, InstanceObject*>>& found,
                   const Polynomial** decided, int depth = 0) {
    if (!seen.insert(&module).second || !e.step()) return;
    if (depth > kDeepestEvaluation) return void(e.stop(message("python.too_deep")));
    *decided = e.derived(*decided, module.module->length);
    found.emplace_back(path, &module);
    for (const auto& [name, child] : module.module->children.entries) {
        if (is_module(child))
            collect_named(e, child.instance(), path.empty() ? name : concat(path, ".", name), seen, found,
                          decided, depth + 1);
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
    const auto tensors = e.own_tensors(module, true);
    if (!module.module->doubts.empty() || e.is_interrupted()) return false;
    e.decide_by(module.module->length);
    for (const auto& [name, tensor] : tensors) {
        if (tensor.is(Type::Tensor)) e.set_item(state, e.text(prefix + name), tensor);
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
    if (a.positional.empty() || !a.positional[0].is(Type::Str))
        return e.unknown(message("python.unknown_method", {{"name", "get_submodule"}}));
    Value at = self;
    std::string_view path = a.positional[0].str();
    while (!path.empty() && !e.is_interrupted()) {
        const std::size_t dot = path.find('.');
        at = e.attribute(at, path.substr(0, dot));
        path = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
    }
    return at;
}

/// What a hook does in the forward pass is not known.
Value note_hook(Evaluator&, const Value& self, Arguments&) {
    self.instance().module->has_hook = true;
    return Value::none();
}

Value not_evaluated(Evaluator& e, const Value& self, Arguments& a) {
    if (e.forward() != nullptr && is_module(self)) return e.forward()->call_inherited(self.instance(), a);
    return e.tensor_of_unknown_shape(e.unknown(message("python.unknown_forward")));
}

Value unknown_result(Evaluator& e, const Value&, Arguments&) {
    return e.unknown(message("python.unknown_forward"));
}

/// module.__getattr__('name')
Value get_attribute(Evaluator& e, const Value& self, Arguments& a) {
    const bool has_name = a.positional.size() == 1 && a.positional[0].is(Type::Str);
    return has_name ? e.attribute(self, a.positional[0].str())
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
    {"to", self_method},
    {"cuda", self_method},
    {"cpu", self_method},
    {"eval", self_method},
    {"train", self_method},
    {"half", self_method},
    {"float", self_method},
    {"double", self_method},
    {"bfloat16", self_method},
    {"share_memory", self_method},
    {"zero_grad", nothing},
    {"load_state_dict", nothing},
    {"register_forward_hook", note_hook},
    {"register_forward_pre_hook", note_hook},
    {"register_backward_hook", nothing},
    {"register_full_backward_hook", nothing},
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
    tensor->construct = find_torch_function("Tensor");
    known.parameter = add("Parameter", tensor, nullptr);
    known.parameter->construct = make_parameter;
    known.parameter->makes = Type::Tensor;
}

namespace {

/// `_modules`, `_parameters` and `_buffers` of a module.
std::optional<Value> registered_parts(Evaluator& e, InstanceObject& instance, std::string_view name) {
    constexpr std::pair<std::string_view, Dict::Part> kParts[] = {{"_modules", Dict::Part::Modules},
                                                                  {"_parameters", Dict::Part::Parameters},
                                                                  {"_buffers", Dict::Part::Buffers}};
    const auto* part = std::find_if(std::begin(kParts), std::end(kParts),
                                    [&](const auto& each) { return each.first == name; });
    if (part == std::end(kParts)) return std::nullopt;
    const Value result = e.dict();
    const auto add = [&](const std::string& key, const Value& value) {
        e.set_item(result, e.text(key), value);
    };
    if (part->second == Dict::Part::Modules) {
        e.decide_by(instance.module->length);
        for (const auto& [key, child] : instance.module->children.entries) add(key, child);
    } else {
        const bool are_parameters = part->second == Dict::Part::Parameters;
        for (const auto& [key, tensor] : e.own_tensors(instance, true)) {
            const bool is_parameter = tensor.is(Type::Tensor)
                                          ? tensor.tensor().is_parameter
                                          : instance.module->parameters.find(key) != nullptr;
            if (is_parameter == are_parameters) add(key, tensor);
        }
        // A layer has None for each tensor that it does not have.
        if (instance.module->is_layer_bound)
            result.as<Dict>().default_factory = e.unknown(
                message("python.unknown_attribute", {{"name", name}, {"type", instance.cls->name}}));
    }
    result.as<Dict>().owner = &instance;
    result.as<Dict>().part = part->second;
    return result;
}

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
    if (name == "training") return Value::of(forward_ == nullptr);
    if (const auto registered = registered_parts(*this, instance, name)) return *registered;
    if (!state.is_layer_bound) return std::nullopt;
    for (const auto& [argument, value] : state.layer_arguments) {
        if (argument == name && name != "bias")
            return kept_argument(*this, layer_of(*instance.cls), name, value);
    }
    if (!state.has_layer_tensors) make_layer_tensors(*this, instance, layer_of(*instance.cls));
    if (std::find(state.removed_tensors.begin(), state.removed_tensors.end(), name) !=
        state.removed_tensors.end())
        return Value::none();
    if (const Value* found = state.layer_tensors.find(name)) return *found;
    if (name == "weight" || name == "bias")
        return state.doubts.empty() ? Value::none() : state.doubts.front();
    const FoundLayer found = find_layer(layer_of(*instance.cls));
    if (found.signature != nullptr) {
        for (const Argument& parameter : *found.signature) {
            if (parameter_name(parameter) == name && !is_required(parameter))
                return kept_argument(*this, layer_of(*instance.cls), name,
                                     value_of_argument(*this, parameter.value));
        }
    }
    if (find_module_method(*instance.cls, name) != nullptr || instance.cls->find(name) != nullptr)
        return std::nullopt;
    // A layer of PyTorch has more attributes than the catalogue knows.
    return unknown(message("python.unknown_attribute", {{"name", name}, {"type", instance.cls->name}}));
}

/// True for a name of the layer's signature: its forward pass reads the attribute of that name.
static bool is_layer_argument(const InstanceObject& instance, std::string_view name) {
    const FoundLayer found = find_layer(layer_of(*instance.cls));
    return found.signature != nullptr &&
           std::any_of(found.signature->begin(), found.signature->end(),
                       [&](const Argument& each) { return parameter_name(each) == name; });
}

/// Sets an argument of a layer that is built: its tensors stay, its forward pass changes. What the tensors
/// depend on, such as in_features, the forward pass takes from them.
void Evaluator::set_layer_argument(InstanceObject& instance, std::string_view name, const Value& value) {
    if (forward_ != nullptr) {
        raise("NotImplementedError", concat("forward() changes ", name, " of a layer"));
        return;
    }
    std::vector<std::pair<std::string, Value>>& arguments = instance.module->layer_arguments;
    const std::vector<std::pair<std::string, Value>> before = arguments;
    const std::string_view type = layer_of(*instance.cls);
    Value reason;
    const Module built = layer_module(*this, instance, type, &reason);
    const auto bound = std::find_if(arguments.begin(), arguments.end(),
                                    [&](const auto& argument) { return argument.first == name; });
    if (bound != arguments.end()) {
        bound->second = value;
    } else {
        arguments.emplace_back(name, value);
    }
    if (!have_same_tensors(*this, built, layer_module(*this, instance, type, &reason))) arguments = before;
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
        raise("AttributeError", concat("cannot assign ", is_module(value) ? "module" : "parameters",
                                       " before Module.__init__() call"));
        return true;
    }
    if (is_module(value)) {
        remove_elsewhere(&state.children);
        state.children.set(name, value);
        return true;
    }
    if (state.is_layer_bound && !state.has_layer_tensors)
        make_layer_tensors(*this, instance, layer_of(*instance.cls));
    if (state.layer_tensors.find(name) != nullptr) {
        if (value.is(Type::Tensor) && value.tensor().is_parameter) {
            state.layer_tensors.set(name, value);
            std::erase(state.removed_tensors, std::string(name));
        } else if (value.is(Type::None)) {
            state.removed_tensors.emplace_back(name);
        } else {
            const Value reason = value.is_unknown() ? value : unknown(message("python.unknown_sizes"));
            const Value changed = tensor_of_unknown_shape(reason);
            changed.tensor().is_parameter = state.layer_tensors.find(name)->tensor().is_parameter;
            state.layer_tensors.set(name, changed);
        }
        return true;
    }
    if (state.is_layer_bound && is_layer_argument(instance, name)) {
        set_layer_argument(instance, name, value);
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
            raise("TypeError", concat("cannot assign '", type_name(value), "' as child module '", name,
                                      "' (torch.nn.Module or None expected)"));
            return true;
        }
    }
    return false;
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
