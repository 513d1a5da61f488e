// What calls of classes and functions take, through decorators and constructors that pass arguments on.
#pragma once

#include <vector>

#include "open/python/state/evaluator.h"

namespace paramscope::open::python {

/// The function that a decorator with functools.wraps() keeps the signature of; any other itself.
const FunctionObject& unwrapped(const FunctionObject& function);

/// The parameters of a class's constructor without `self`. Those that its `**kwargs` passes on are the next
/// constructor's.
std::vector<Parameter> constructor_parameters(const ClassObject& cls);

}  // namespace paramscope::open::python
