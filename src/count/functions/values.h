// Literals among the operands of a forward line's functions: conversion to numbers, sizes and indices.
#pragma once

#include <vector>

#include "base/result.h"
#include "count/environment/environment.h"
#include "model/value.h"

namespace paramscope::flow {

/// An error of a function; the evaluator reports it at the call.
Error flow_error(Message message);
/// The whole numbers of a tuple or a list; one number is a list of one.
Result<std::vector<Integer>> integers(const Value& value, const Environment& environment);
/// A number or the name of a hyper-parameter as a size; its value may be unknown.
Polynomial size_of(const Value& value);
/// The dimension that an index refers to; negative ones count from the end.
Result<std::size_t> index_of(Integer axis, std::size_t rank);

}  // namespace paramscope::flow
