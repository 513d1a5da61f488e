// The least and the most work of a class that a print leaves open.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "open/python/prints/printed_class.h"

namespace paramscope::open::python {

/// Numbers of operations for some values; an empty list where the class refuses them, or does something else.
using WorkOf = std::function<std::vector<Integer>(const Numbers& values)>;

/// Goes through all values of the numbers that decide work, of which the formula is given, with which the
/// class prints the same sizes. Empty where these cannot all be found, or where no values are those of all
/// least, or of all most, operations.
WorkRange find_work_range(const Found& found, const std::set<std::string>& names, const Polynomial& formula,
                          const WorkOf& work_of);

}  // namespace paramscope::open::python
