// The least and the most work of a class that a print leaves open.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "open/python/prints/printed_sizes.h"

namespace paramscope::open::python {

/// Numbers of operations for some values; an empty list where the class refuses them, or does something else.
using WorkOf = std::function<std::vector<Integer>(const Numbers& values)>;

/// Goes through all values of the numbers that decide work with which the class prints the same sizes. The
/// formula is that of the work, without sizes of inputs. Empty where the values cannot all be found, or where
/// none are those of all least, or of all most, operations.
WorkRange find_work_range(const Comparison& found, const std::set<std::string>& names,
                          const Polynomial& formula, const WorkOf& work_of);

}  // namespace paramscope::open::python
