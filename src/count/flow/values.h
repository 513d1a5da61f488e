// Plain values among the operands of a forward line's functions.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "count/environment.h"
#include "model/value.h"

namespace paramscope::flow {

/// An error that is told at the call.
Error flow_error(Message message);
/// Whole numbers from a tuple, a list or one number.
Result<std::vector<Integer>> integers(const Value& value, const Environment& environment);
/// A value as a size, whether it is known or not.
Polynomial size_of(const Value& value);
/// An index that may count from the end.
Result<std::size_t> index_of(Integer axis, std::size_t rank);

}  // namespace paramscope::flow
