// Modules of torch.nn: what modules, containers and layers share.
#pragma once

#include <string>
#include <string_view>

#include "open/python/run/evaluator.h"

namespace paramscope::open::python {

bool is_module(const Value& value);

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

}  // namespace paramscope::open::python
