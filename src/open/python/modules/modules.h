// Modules of torch.nn: what modules, containers and layers share.
#pragma once

#include <string>
#include <string_view>

#include "open/python/state/evaluator.h"

namespace paramscope::open::python {

bool is_module(const Value& value);

/// The attributes of a module that list the hooks of its forward pass, as functions.
inline constexpr std::string_view kForwardHooks = "_forward_hooks", kForwardPreHooks = "_forward_pre_hooks";

/// nn.Module.__init__().
Value initialize_module(Evaluator& e, const Value& self, Arguments& a);

// The __init__() of containers.

Value initialize_sequential(Evaluator& e, const Value& self, Arguments& a);
Value initialize_list(Evaluator& e, const Value& self, Arguments& a);
Value initialize_dict(Evaluator& e, const Value& self, Arguments& a);
Value initialize_parameter_list(Evaluator& e, const Value& self, Arguments& a);
Value initialize_parameter_dict(Evaluator& e, const Value& self, Arguments& a);

/// Registers a child, which may be None or unknown.
void add_child(Evaluator& e, InstanceObject& parent, std::string_view name, const Value& child);

/// Registers a tensor as a parameter; an unknown value becomes a doubt.
void add_parameter(Evaluator& e, InstanceObject& owner, const std::string& name, const Value& value);

/// The method of Sequential, ModuleList, ModuleDict, ParameterList or ParameterDict; nullptr for none.
BuiltinFunction find_container_method(const ClassObject& cls, std::string_view name);

/// The catalogue's type that a class is or derives from; "" for none.
std::string_view layer_of(const ClassObject& cls);

/// The module and all below it, each once.
void collect_modules(InstanceObject& module, std::vector<InstanceObject*>& found);
/// Gives a new evaluator the classes of torch.nn that are no layers: Module, Sequential, Parameter.
void add_module_classes(Evaluator& e);

/// The tensors of the module itself by name: of its layer, and those registered.
std::vector<std::pair<std::string, Value>> own_tensors(Evaluator& e, InstanceObject& module,
                                                       bool with_buffers);
/// The class of a layer of torch.nn.
ClassObject* layer_class(Evaluator& e, std::string_view type);
/// A class of torch.nn that layers derive from, as `_BatchNorm`; nullptr for other names.
ClassObject* layer_base(Evaluator& e, std::string_view name);

// Lazy layers, which take the number of their inputs from the first tensor that they get.

/// The class of LazyLinear, LazyConv2d and the like; nullptr for other types.
ClassObject* lazy_class(Evaluator& e, std::string_view type);

/// The number of inputs of a lazy layer, unknown until it gets a tensor; nullptr for another module.
Value* lazy_size(InstanceObject& module);
void set_lazy_size(InstanceObject& module, const Value& size);

/// The lazy layers below a module that have no number of inputs yet.
std::vector<InstanceObject*> open_lazy_layers(InstanceObject& root);

}  // namespace paramscope::open::python
